/** What has happened, as an MBean; see {@code docs/guide/observability.md}. */
@NullMarked
package org.legio.observability.mbeans;

import org.jspecify.annotations.NullMarked;
