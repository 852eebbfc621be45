/**
 * Windows: memory that other ranks may read and write, in which no call waits for the dead. The
 * protocol is described in {@code docs/design/windows.md}.
 */
@NullMarked
package org.legio.core.windows;

import org.jspecify.annotations.NullMarked;
