/**
 * The embedded runtime's own mpirun: starts the processes of a job on this host, passes on what
 * they print, and ends when they have ended.
 */
@NullMarked
package org.legio.launcher.embedded;

import org.jspecify.annotations.NullMarked;
