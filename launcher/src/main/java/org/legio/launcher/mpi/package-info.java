/** Which MPI a job runs on: finding one, preparing one, and what it is started with. */
@NullMarked
package org.legio.launcher.mpi;

import org.jspecify.annotations.NullMarked;
