package org.legio.ulfm.openmpi;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Pointer;
import java.util.Optional;
import java.util.Set;

/**
 * Has {@code MPI_Finalize} wait for no other rank.
 *
 * <p>Under ULFM, Open MPI's shrinks {@code MPI_COMM_WORLD} and runs a barrier on what it gets. Here
 * its call of the shrink gets a communicator of this rank alone, which it frees afterwards as its
 * own; all else that it does stays.
 */
final class LoneFinalize {
  private static final String SHRINKS = "ompi_comm_shrink_internal";
  private static final Set<String> TESTED = Set.of("5.0.7", "6.0.0rc2");

  /** Kept, for native code holds its address only. */
  private static final Shrink ALONE =
      (comm, shrunk) -> {
        long self = OpenMpiBinding.predefined("ompi_mpi_comm_self");
        return OpenMpiUlfm.Functions.MPI_Comm_dup(self, Pointer.nativeValue(shrunk));
      };

  /** The type of the function: the communicator, where to put the one of the living, the error. */
  interface Shrink extends Callback {
    int shrink(Pointer comm, Pointer shrunk);
  }

  private LoneFinalize() {}

  /**
   * Prepares it; nothing is shrunk by the library any more.
   *
   * @param redirections where that stands until MPI is finalised
   * @return why that cannot be; empty if it is so
   */
  static Optional<String> prepare(Redirections redirections) {
    return redirections.add(TESTED, SHRINKS, mpi -> CallbackReference.getFunctionPointer(ALONE));
  }
}
