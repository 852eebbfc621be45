/** Jobs of the embedded runtime for programs: what their tests start them by. */
@NullMarked
package org.legio.mpirun;

import org.jspecify.annotations.NullMarked;
