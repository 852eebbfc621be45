/** What lets others see what happens in a rank; see {@code docs/design/observability.md}. */
@NullMarked
package org.legio.observability;

import org.jspecify.annotations.NullMarked;
