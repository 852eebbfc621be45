/** What lets others see what happens in a rank; see {@code docs/seeing.md}. */
@NullMarked
package org.legio.seeing;

import org.jspecify.annotations.NullMarked;
