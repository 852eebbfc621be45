/**
 * What ranks tell a launcher that watches them: states over TCP, a few times a second; see {@code
 * docs/design/observability.md}.
 */
@NullMarked
package org.legio.observability.watch;

import org.jspecify.annotations.NullMarked;
