/** Deaths by chance: planning them, killing, and judging how the job has gone on. */
@NullMarked
package org.legio.launcher.chaos;

import org.jspecify.annotations.NullMarked;
