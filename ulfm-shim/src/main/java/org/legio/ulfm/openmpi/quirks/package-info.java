/**
 * What works around faults of Open MPI, a class for each. {@code docs/results/open-mpi.md} has the
 * faults.
 */
@NullMarked
package org.legio.ulfm.openmpi.quirks;

import org.jspecify.annotations.NullMarked;
