package org.legio.bench.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The C library that is to be compared with. The dynamic linker passes over what it cannot preload;
 * a measurement without it would be one of something else.
 */
final class Preloaded {
  /** The system property that names it. */
  static final String PROPERTY = "legio.bench.preloaded";

  private Preloaded() {}

  /** Checks that this process has loaded it, if there is to be one. */
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
