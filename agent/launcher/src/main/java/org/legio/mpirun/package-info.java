/**
 * The embedded runtime's own mpirun: starts the processes of a job on this host, passes on what
 * they print, and ends when they have ended.
 */
@NullMarked
package org.legio.mpirun;

import org.jspecify.annotations.NullMarked;
