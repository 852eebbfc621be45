package org.legio.runtime.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The time since the machine was booted, the same for all of its processes. It also counts the time
 * in which the machine is suspended, which {@link System#nanoTime} leaves out.
 */
final class Uptime {
  private static final Path FILE = Path.of("/proc/uptime");
  private static final double NS = TimeUnit.SECONDS.toNanos(1);

  private Uptime() {}

  /** The time in nanoseconds, exact to 10 milliseconds. */
  static long ns() {
    try {
      String seconds = Files.readString(FILE);
      return (long) (Double.parseDouble(seconds.substring(0, seconds.indexOf(' '))) * NS);
    } catch (IOException e) {
      throw new UncheckedIOException(FILE + " cannot be read", e);
    }
  }
}
