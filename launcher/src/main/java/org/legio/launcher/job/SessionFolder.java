package org.legio.launcher.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.legio.agent.RankFiles;
import org.legio.agent.Variables;
import org.legio.launcher.machine.CannotRunException;

/**
 * A folder for the files of one job while it runs: {@link RankFiles}, and those of mpirun. By
 * default mpirun names its folder after its process id, and refuses to start if a killed mpirun
 * with the same id has left such a folder behind.
 */
public final class SessionFolder {
  /** The variable that names the folder to mpirun. */
  static final String VARIABLE = "PRTE_MCA_prte_tmpdir_base";

  private static final String PREFIX = "legio-run-";

  private final Path path;

  private SessionFolder(Path path) {
    this.path = path;
  }

  /** Makes a new one among the machine's temporary files. */
  public static SessionFolder make() {
    try {
      return new SessionFolder(Files.createTempDirectory(PREFIX));
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

  /** The one that the process has made which has started this one; empty if it has made none. */
  public static Optional<SessionFolder> ofStarter() {
    return Optional.ofNullable(System.getenv(RankFiles.VARIABLE))
        .map(path -> new SessionFolder(Path.of(path)));
  }

  Path path() {
    return path;
  }

  /** What is in the folders of all jobs of the user. */
  static List<Path> filesOfAll() {
    List<Path> found = new ArrayList<>();
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      UserPrincipal user = Files.getOwner(Path.of("/proc/self"));
      for (Path folder : folders) {
        found.addAll(filesOf(folder, user));
      }
      return found;
    } catch (IOException | DirectoryIteratorException e) {
      throw new CannotRunException("the folders of jobs in " + parent + " cannot be read: " + e, e);
    }
  }

  private static List<Path> filesOf(Path folder, UserPrincipal user) throws IOException {
    try {
      if (!Files.getOwner(folder).equals(user)) {
        return List.of();
      }
      try (Stream<Path> files = Files.list(folder)) {
        return files.toList();
      }
    } catch (NoSuchFileException e) {
      return List.of(); // the job has just ended
    }
  }

  /** What tells the ranks that this process has started them, and where they write files. */
  public Map<String, String> variables() {
    return Map.of(
        Variables.LAUNCHER,
        String.valueOf(ProcessHandle.current().pid()),
        RankFiles.VARIABLE,
        path.toString());
  }

  /**
   * Reads what the ranks have left, when the job is over.
   *
   * @param status the job's exit status
   */
  public JobEnd end(int status) {
    return new JobEnd(status, RankMarks.read(path));
  }

  /** Removes the folder with all its files; a second call does nothing. */
  public synchronized void remove() {
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
