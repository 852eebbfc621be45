/** The command line {@code bin/legio}: run, demo, doctor, and finding an MPI to run on. */
@NullMarked
package org.legio.launcher;

import org.jspecify.annotations.NullMarked;
