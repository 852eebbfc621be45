package org.legio.junit;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;

/** Finds {@code legio.jar}. */
final class LegioJar {
  private static final String PROPERTY = "legio.jar";
  private static final String MAIN_CLASS = "org.legio.launcher.Main";

  private LegioJar() {}

  /** The file that the system property {@code legio.jar} names, or the one on the class path. */
  static Path find() {
    String named = System.getProperty(PROPERTY, "");
    Path jar = named.isEmpty() ? onClassPath() : Path.of(named);
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(
          jar
              + " is not legio.jar; name it by -D"
              + PROPERTY
              + "=FILE, or put it on the class path");
    }
    return jar;
  }

  private static Path onClassPath() {
    try {
      CodeSource source = Class.forName(MAIN_CLASS).getProtectionDomain().getCodeSource();
      return Path.of(source.getLocation().toURI());
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IllegalStateException(
          "legio.jar is not on the class path: "
              + System.getProperty("java.class.path").replace(File.pathSeparator, "\n  "),
          e);
    }
  }
}
