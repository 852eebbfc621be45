package org.legio.ulfm.openmpi.library;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Redirects calls that the MPI library makes of functions, by name, while MPI runs.
 *
 * <p>Nothing is changed unless the library is of a tested version and its table holds the expected
 * values. An obstacle is returned as a sentence and never thrown, because the program can run
 * without the redirection.
 */
public final class Redirections {
  private static final String TELLS_VERSION = "MPI_Get_library_version";
  private static final int MAX_VERSION_BYTES = 256;

  private final Deque<Redirection> standing = new ArrayDeque<>();

  /**
   * Redirects the library's calls of a function, until {@link #undo}.
   *
   * @param versions the versions of Open MPI with which this was tested
   * @param function the function whose calls are redirected
   * @param other finds the function that is called instead, of the same type
   * @return why this is impossible; empty for success
   */
  public synchronized Optional<String> add(
      Set<String> versions, String function, Function<NativeLibrary, Pointer> other) {
    try {
      NativeLibrary mpi = NativeLibrary.getInstance(MpiLibrary.NAME);
      String version = version(mpi);
      if (!versions.contains(version)) {
        return Optional.of("Open MPI is " + version + ", and this was tested with " + versions);
      }
      Pointer from = mpi.getFunction(function);
      standing.push(Redirection.of(loaded(mpi), from, function, other.apply(mpi)));
      return Optional.empty();
    } catch (IOException | RuntimeException | LinkageError e) { // the program runs on without it
      return Optional.of(e.toString());
    }
  }

  /** Undoes all redirections. */
  public synchronized void undo() {
    while (!standing.isEmpty()) {
      standing.pop().undo();
    }
  }

  private static LoadedLibrary loaded(NativeLibrary mpi) throws IOException {
    return LoadedLibrary.at(Pointer.nativeValue(mpi.getFunction(TELLS_VERSION)))
        .orElseThrow(() -> new IllegalStateException(TELLS_VERSION + " is in no file"));
  }

  private static String version(NativeLibrary mpi) {
    byte[] text = new byte[MAX_VERSION_BYTES];
    IntByReference length = new IntByReference();
    mpi.getFunction(TELLS_VERSION).invokeInt(new Object[] {text, length});
    return version(new String(text, 0, length.getValue(), StandardCharsets.US_ASCII));
  }

  /** The version in the text of {@code MPI_Get_library_version}. */
  static String version(String text) {
    return OpenMpiVersion.in(text).map(OpenMpiVersion::number).orElse("\"" + text + "\"");
  }
}
