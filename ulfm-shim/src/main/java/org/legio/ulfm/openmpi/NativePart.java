package org.legio.ulfm.openmpi;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Starts JNA faster. By default, JNA unpacks its native part into a new file in each process, and
 * runs {@code ldconfig} to find libraries. Here the file is unpacked once and used again, and
 * {@code ldconfig} is not run, because the process has loaded all libraries that it needs.
 */
final class NativePart {
  private static final String FOLDER = "jna.boot.library.path";
  private static final String FOLDERS_OF_LIBRARIES = "jna.platform.library.path";
  private static final String FILE = System.mapLibraryName("jnidispatch");

  private NativePart() {}

  /**
   * Runs the first use of JNA with special system properties, and restores them for other users of
   * JNA.
   */
  static void startBy(Runnable firstUse) {
    boolean isFree = System.getProperty(FOLDER) == null;
    boolean isUnknown = System.getProperty(FOLDERS_OF_LIBRARIES) == null;
    if (isFree) {
      unpacked().ifPresent(folder -> System.setProperty(FOLDER, folder.toString()));
    }
    if (isUnknown) {
      System.setProperty(FOLDERS_OF_LIBRARIES, "");
    }
    try {
      firstUse.run();
    } finally {
      if (isFree) {
        System.clearProperty(FOLDER);
      }
      if (isUnknown) {
        System.clearProperty(FOLDERS_OF_LIBRARIES);
      }
    }
  }

  /**
   * The folder that has the native part; empty if none can be written, so that JNA unpacks it by
   * itself.
   */
  private static Optional<Path> unpacked() {
    Path folder = cache().resolve("jna-" + Native.VERSION_NATIVE + "-" + Platform.RESOURCE_PREFIX);
    try {
      if (!Files.exists(folder.resolve(FILE))) {
        unpackInto(folder);
      }
      return Optional.of(folder);
    } catch (IOException e) {
      System.getLogger("legio").log(System.Logger.Level.DEBUG, "nothing is kept in " + folder, e);
      return Optional.empty();
    }
  }

  /** Unpacks the native part. Safe where many processes do so at once. */
  private static void unpackInto(Path folder) throws IOException {
    String resource = "/com/sun/jna/" + Platform.RESOURCE_PREFIX + "/" + FILE;
    Path whole = Files.createTempFile(Files.createDirectories(folder), FILE, ".new");
    try (InputStream in = Native.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException(resource);
      }
      Files.copy(in, whole, StandardCopyOption.REPLACE_EXISTING);
      Files.move(whole, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(whole);
    }
  }

  private static Path cache() {
    String asked = System.getenv("XDG_CACHE_HOME");
    return asked != null && asked.startsWith("/")
        ? Path.of(asked, "legio")
        : Path.of(System.getProperty("user.home"), ".cache", "legio");
  }
}
