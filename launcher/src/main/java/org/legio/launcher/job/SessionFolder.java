package org.legio.launcher.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.legio.launcher.machine.CannotRunException;

/**
 * A folder for the files that one mpirun keeps while it runs. By default mpirun names its folder
 * after its process id, and refuses to start if a killed mpirun with the same id has left such a
 * folder behind.
 */
final class SessionFolder {
  /** The variable that names the folder to mpirun. */
  static final String VARIABLE = "PRTE_MCA_prte_tmpdir_base";

  private final Path path;

  private SessionFolder(Path path) {
    this.path = path;
  }

  /** Makes a new one among the machine's temporary files. */
  static SessionFolder make() {
    try {
      return new SessionFolder(Files.createTempDirectory("legio-run-"));
    } catch (IOException e) {
      throw new CannotRunException(
          "no folder for the job's files can be made in "
              + System.getProperty("java.io.tmpdir")
              + " ("
              + e.getMessage()
              + "); make room there or name another by java's option -Djava.io.tmpdir",
          e);
    }
  }

  Path path() {
    return path;
  }

  /** Removes the folder with all its files; a second call does nothing. */
  synchronized void remove() {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> files = Files.walk(path)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("legio: the job's files in " + path + " could not be removed: " + e);
    }
  }
}
