package org.legio.bench.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Checks that the C library to compare with is loaded. This is necessary because the dynamic linker
 * ignores a library that it cannot preload, and the measurement would be wrong.
 */
final class Preloaded {
  /** The system property that names it. */
  static final String PROPERTY = "legio.bench.preloaded";

  private Preloaded() {}

  /** Checks that this process has loaded the library, if the property names one. */
  static void require() throws IOException {
    String library = System.getProperty(PROPERTY);
    if (library == null) {
      return;
    }
    if (!Files.readString(Path.of("/proc/self/maps")).contains(library)) {
      throw new IllegalStateException(
          library
              + " has not been preloaded: build it for the Open MPI and the C library that the job"
              + " runs on");
    }
  }
}
