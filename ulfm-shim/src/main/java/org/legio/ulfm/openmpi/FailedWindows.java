package org.legio.ulfm.openmpi;

import java.util.Optional;
import java.util.Set;

/**
 * Keeps the survivors of a death in the making of a window alive.
 *
 * <p>When its first step fails, Open MPI's component osc/rdma frees the window that it has not
 * begun to make: it calls a barrier of {@code MPI_COMM_NULL} (SIGSEGV). The library calls its own
 * function for that through a slot of a table; here the slot gets another one, of the same type,
 * that does nothing. So what a failed making has made stays behind. Windows that exist are freed
 * through other pointers.
 */
public final class FailedWindows {
  private static final String FREES = "ompi_osc_rdma_free";
  private static final String DOES_NOTHING = "ompi_osc_sm_sync";
  private static final Set<String> TESTED = Set.of("5.0.7");

  private FailedWindows() {}

  /**
   * Has the MPI library leave them behind, from now on.
   *
   * @param redirections where that stands until MPI is finalised
   * @return why that cannot be; empty if it is so
   */
  public static Optional<String> leaveBehind(Redirections redirections) {
    return redirections.add(TESTED, FREES, mpi -> mpi.getFunction(DOES_NOTHING));
  }
}
