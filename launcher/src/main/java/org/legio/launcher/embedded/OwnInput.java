package org.legio.launcher.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This process's standard input. */
final class OwnInput {
  private static final Path LINK = Path.of("/proc/self/fd/0");

  private OwnInput() {}

  /** Whether a user types it, as far as Linux says that. */
  static boolean isTerminal() {
    try {
      return Files.isSymbolicLink(LINK)
          && Files.readSymbolicLink(LINK).toString().matches("/dev/(pts/|tty|console).*");
    } catch (IOException e) {
      return false; // closed
    }
  }
}
