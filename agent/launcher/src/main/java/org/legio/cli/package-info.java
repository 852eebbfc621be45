/** The command line {@code bin/legio}: run, demo, doctor, and finding an MPI to run on. */
@NullMarked
package org.legio.cli;

import org.jspecify.annotations.NullMarked;
