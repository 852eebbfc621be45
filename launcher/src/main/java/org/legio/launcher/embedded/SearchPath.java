package org.legio.launcher.embedded;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds programs as a shell does. */
final class SearchPath {
  private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

  private SearchPath() {}

  /** The file of a program on {@code PATH}. */
  static Optional<Path> find(String program) {
    String path = System.getenv("PATH");
    return SEPARATOR
        .splitAsStream(path == null ? "" : path)
        .map(folder -> Path.of(folder, program))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
