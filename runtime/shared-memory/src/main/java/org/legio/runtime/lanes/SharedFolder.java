package org.legio.runtime.lanes;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The folder for files of shared memory: the one that is named, else Linux's folder that is memory,
 * else, where there is none, the folder for temporary files, which works everywhere and may be
 * slower. One that cannot be written is not replaced: its owner wants no memory there.
 */
public final class SharedFolder {
  /** The environment variable that names another folder. */
  public static final String VARIABLE = "LEGIO_SHARED_MEMORY";

  private static final Path OF_LINUX = Path.of("/dev/shm");

  private SharedFolder() {}

  static Path of(Map<String, String> environment) {
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      return Path.of(named).toAbsolutePath();
    }
    return Files.isDirectory(OF_LINUX) ? OF_LINUX : Path.of(System.getProperty("java.io.tmpdir"));
  }
}
