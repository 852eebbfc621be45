package org.legio.runtime.lanes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This process: its id, and the user that it runs as. */
public final class OwnProcess {
  /** Linux shows each process as a folder of its user's; this link leads to the own one. */
  private static final Path LINK = Path.of("/proc/self");

  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
  private static final Path ID_NAMESPACE = Path.of("/proc/self/ns/pid");

  private OwnProcess() {}

  /**
   * Its id, as {@code /proc} has it. Asking {@link ProcessHandle} would cost a job's start 5
   * milliseconds, so that is the way only where there is no {@code /proc}.
   */
  public static long id() {
    try {
      return Files.isSymbolicLink(LINK)
          ? Long.parseLong(Files.readSymbolicLink(LINK).toString())
          : ProcessHandle.current().pid();
    } catch (IOException e) {
      throw new UncheckedIOException("the id of this process is not known", e);
    }
  }

  /**
   * Who uses the same ids of processes: hexadecimal digits that differ between hosts, and between
   * containers of a host, but not between boots.
   */
  public static String idSpace() {
    try {
      return Files.isSymbolicLink(ID_NAMESPACE)
          ? Integer.toHexString(
              (Files.readSymbolicLink(ID_NAMESPACE) + Files.readString(HOST_NAME)).hashCode())
          : "0";
    } catch (IOException e) {
      throw new UncheckedIOException("the host of this process is not known", e);
    }
  }

  /** The number of its user; root's is 0. */
  public static long user() {
    try {
      return Files.exists(LINK) ? ownerOf(LINK) : ownerOfNewFile();
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
