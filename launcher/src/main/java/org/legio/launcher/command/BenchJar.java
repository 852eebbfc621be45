package org.legio.launcher.command;

import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * The benchmark suite, if it is there: in a jar beside {@code legio.jar}, or on the class path.
 *
 * @param file the jar
 */
record BenchJar(Path file) {
  private static final String SERVICE = "/META-INF/services/" + AddedCommand.class.getName();

  boolean isThere() {
    return Files.exists(file) || BenchJar.class.getResource(SERVICE) != null;
  }

  /** Makes the suite's command. */
  Object command(LauncherContext context) {
    return ServiceLoader.load(AddedCommand.class, loader())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(file + " names no command"))
        .in(context);
  }

  private ClassLoader loader() {
    ClassLoader own = BenchJar.class.getClassLoader();
    try {
      return Files.exists(file) ? new URLClassLoader(new URL[] {file.toUri().toURL()}, own) : own;
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }
}
