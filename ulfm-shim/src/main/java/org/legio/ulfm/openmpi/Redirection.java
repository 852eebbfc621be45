package org.legio.ulfm.openmpi;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Has the MPI library call another function in the place of one of its own, where it calls that by
 * name: through a slot of a table, which then holds the other's address. Other pointers to the
 * function stay as they are.
 */
final class Redirection {

  private Redirection() {}

  /**
   * Redirects calls, from now on.
   *
   * @param function whose calls
   * @param other finds the function that is called instead, of the same type
   * @return why that cannot be; empty if it is so
   */
  static Optional<String> of(String function, Function<NativeLibrary, Pointer> other) {
    try {
      NativeLibrary mpi = NativeLibrary.getInstance(OpenMpiUlfm.LIBRARY);
      return redirect(mpi.getFunction(function), function, other.apply(mpi));
    } catch (IOException | UnsatisfiedLinkError e) {
      return Optional.of(e.toString());
    }
  }

  private static Optional<String> redirect(Pointer from, String function, Pointer to)
      throws IOException {
    Optional<LoadedLibrary> library = LoadedLibrary.at(Pointer.nativeValue(from));
    if (library.isEmpty()) {
      return Optional.of(function + " is in no file");
    }
    OptionalLong slot = JumpSlots.find(library.get().path(), function);
    if (slot.isEmpty()) {
      return Optional.of(library.get().path() + " does not call " + function + " by name");
    }
    long address = library.get().base() + slot.getAsLong();
    if (!LoadedLibrary.isWritable(address)) {
      return Optional.of("the table of " + library.get().path() + " is write-protected");
    }
    new Pointer(address).setPointer(0, to);
    return Optional.empty();
  }
}
