package org.legio.ulfm.openmpi.quirks;

import java.util.Optional;
import java.util.Set;
import org.legio.ulfm.openmpi.library.Redirections;

/**
 * Prevents the crash of survivors when a rank dies while a window is made.
 *
 * <p>When the first step fails, Open MPI's component osc/rdma frees a window that does not exist
 * yet: it calls a barrier on {@code MPI_COMM_NULL}, which is a SIGSEGV. The library calls its own
 * function for that through a slot of a table. This class puts another function of the same type
 * into the slot, which does nothing. So the remains of a failed window are not freed. Complete
 * windows are freed through other pointers, as before.
 */
public final class FailedWindows {
  private static final String FREES = "ompi_osc_rdma_free";
  private static final String DOES_NOTHING = "ompi_osc_sm_sync";
  private static final Set<String> TESTED = Set.of("5.0.7");

  private FailedWindows() {}

  /**
   * Makes the MPI library leave failed windows behind, from now on.
   *
   * @param redirections keeps the change until MPI is finalized
   * @return why this is impossible; empty for success
   */
  public static Optional<String> leaveBehind(Redirections redirections) {
    return redirections.add(TESTED, FREES, mpi -> mpi.getFunction(DOES_NOTHING));
  }
}
