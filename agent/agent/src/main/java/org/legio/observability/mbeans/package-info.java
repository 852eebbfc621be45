/** What has happened, as an MBean; see {@code docs/user/observability.md}. */
@NullMarked
package org.legio.observability.mbeans;

import org.jspecify.annotations.NullMarked;
