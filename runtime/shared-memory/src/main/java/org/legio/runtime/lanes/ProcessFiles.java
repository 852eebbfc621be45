package org.legio.runtime.lanes;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files that a process has open, as Linux shows them: {@code /proc/PID/fd}. Another process of
 * the same user can open them there, though they have no name any more.
 */
final class ProcessFiles {
  private static final Path OWN = Path.of("/proc/self/fd");

  private static final LinkOption[] FOLLOWED = {};

  private ProcessFiles() {}

  /**
   * Where another process finds a file that this one has open; empty where the system does not show
   * that.
   *
   * @param key the file's identity
   */
  static Optional<Path> placeOf(Object key) throws IOException {
    if (!Files.isDirectory(OWN)) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(OWN)) {
      for (Path file : files) {
        if (isOf(file, key)) {
          return Optional.of(ofThisProcess(file)).filter(Files::exists);
        }
      }
    }
    return Optional.empty();
  }

  /** The same for all processes. It is not there if {@code /proc} numbers processes otherwise. */
  private static Path ofThisProcess(Path file) {
    String pid = String.valueOf(OwnProcess.id());
    return Path.of("/proc", pid, "fd", String.valueOf(file.getFileName()));
  }

  private static boolean isOf(Path file, Object key) throws IOException {
    try {
      return key.equals(OpenFiles.keyOf(file, FOLLOWED));
    } catch (NoSuchFileException e) {
      return false; // closed meanwhile, as the one by which this folder is read
    }
  }
}
