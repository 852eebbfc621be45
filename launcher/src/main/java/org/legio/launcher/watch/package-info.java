/** What the ranks of a job are doing, on the terminal. */
@NullMarked
package org.legio.launcher.watch;

import org.jspecify.annotations.NullMarked;
