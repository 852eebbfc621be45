package org.legio.ulfm.openmpi.quirks;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Pointer;
import java.util.Optional;
import java.util.Set;
import org.legio.ulfm.openmpi.library.MpiFunctions;
import org.legio.ulfm.openmpi.library.MpiLibrary;
import org.legio.ulfm.openmpi.library.Redirections;

/**
 * Makes {@code MPI_Finalize} wait for no other rank.
 *
 * <p>Under ULFM, Open MPI's {@code MPI_Finalize} shrinks {@code MPI_COMM_WORLD} and runs a barrier
 * on the result. This class redirects its call of the shrink to a function that returns a
 * communicator of this rank alone, so the barrier ends at once. {@code MPI_Finalize} frees that
 * communicator as its own, and everything else in it stays as it is.
 */
public final class LoneFinalize {
  private static final String SHRINKS = "ompi_comm_shrink_internal";
  private static final Set<String> TESTED = Set.of("5.0.7", "6.0.0rc2");

  /** Kept in a field, because native code holds only its address. */
  private static final Shrink ALONE =
      (comm, shrunk) -> {
        long self = MpiLibrary.predefined("ompi_mpi_comm_self");
        return MpiFunctions.MPI_Comm_dup(self, Pointer.nativeValue(shrunk));
      };

  /**
   * The type of the function: takes a communicator and the address for the shrunk one, returns an
   * error code.
   */
  interface Shrink extends Callback {
    int shrink(Pointer comm, Pointer shrunk);
  }

  private LoneFinalize() {}

  /**
   * Redirects the call. From then on the library shrinks no communicator by itself.
   *
   * @param redirections keeps the change until MPI is finalized
   * @return why this is impossible; empty for success
   */
  public static Optional<String> prepare(Redirections redirections) {
    return redirections.add(TESTED, SHRINKS, mpi -> CallbackReference.getFunctionPointer(ALONE));
  }
}
