/** This machine and its terminal, and other programs that are run on it. */
@NullMarked
package org.legio.launcher.machine;

import org.jspecify.annotations.NullMarked;
