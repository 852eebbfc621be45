package org.legio.lanes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The user that this process runs as. */
public final class OwnUser {
  /** Linux shows each process as a folder of its user's. */
  private static final Path OWN_PROCESS = Path.of("/proc/self");

  private OwnUser() {}

  /** Its number; root's is 0. */
  public static long number() {
    try {
      return Files.exists(OWN_PROCESS) ? ownerOf(OWN_PROCESS) : ownerOfNewFile();
    } catch (IOException e) {
      throw new UncheckedIOException("the number of this process's user is not known", e);
    }
  }

  /** The way where there is no {@code /proc}: a file belongs to who has made it. */
  static long ownerOfNewFile() throws IOException {
    Path file = Files.createTempFile("legio-user", "");
    try {
      return ownerOf(file);
    } finally {
      Files.delete(file);
    }
  }

  private static long ownerOf(Path file) throws IOException {
    return ((Number) Files.getAttribute(file, "unix:uid")).longValue();
  }
}
