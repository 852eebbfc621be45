package org.legio.ulfm.openmpi;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

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

  private FailedWindows() {}

  /**
   * Has the MPI library leave them behind, from now on.
   *
   * @return why that cannot be; empty if it is so
   */
  public static Optional<String> leaveBehind() {
    try {
      return leaveBehind(NativeLibrary.getInstance(OpenMpiUlfm.LIBRARY));
    } catch (IOException | UnsatisfiedLinkError e) {
      return Optional.of(e.toString());
    }
  }

  private static Optional<String> leaveBehind(NativeLibrary mpi) throws IOException {
    Pointer frees = mpi.getFunction(FREES);
    Pointer doesNothing = mpi.getFunction(DOES_NOTHING);
    Optional<LoadedLibrary> library = LoadedLibrary.at(Pointer.nativeValue(frees));
    if (library.isEmpty()) {
      return Optional.of(FREES + " is in no file");
    }
    OptionalLong slot = JumpSlots.find(library.get().path(), FREES);
    if (slot.isEmpty()) {
      return Optional.of(library.get().path() + " does not call " + FREES + " by name");
    }
    long address = library.get().base() + slot.getAsLong();
    if (!LoadedLibrary.isWritable(address)) {
      return Optional.of("the table of " + library.get().path() + " is write-protected");
    }
    new Pointer(address).setPointer(0, doesNothing);
    return Optional.empty();
  }
}
