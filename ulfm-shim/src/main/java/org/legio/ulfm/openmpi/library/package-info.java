/**
 * Open MPI's library in this process: its name, its functions, and how its calls are redirected.
 */
@NullMarked
package org.legio.ulfm.openmpi.library;

import org.jspecify.annotations.NullMarked;
