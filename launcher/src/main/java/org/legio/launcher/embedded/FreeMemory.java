package org.legio.launcher.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Refuses jobs of more ranks than this machine's memory can hold, as far as Linux says it. */
final class FreeMemory {
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Pattern FREE = Pattern.compile("(?:MemAvailable|SwapFree):\\s+(\\d+) kB");

  /** No JVM with a program in it does with less. */
  private static final int MIN_MB = 24;

  private static final int SMALL_JOB = 16;

  private FreeMemory() {}

  /**
   * Checks a number of ranks.
   *
   * @throws IllegalArgumentException if they cannot all find room
   */
  static void requireFor(int ranks) {
    if (ranks <= SMALL_JOB) {
      return;
    }
    OptionalLong free = freeMb(MEMORY);
    if (free.isPresent() && ranks > free.getAsLong() / MIN_MB) {
      throw new IllegalArgumentException(
          "-n %d: each rank needs %d MB and more, and %d MB are free on this machine; take fewer"
              .formatted(ranks, MIN_MB, free.getAsLong()));
    }
  }

  /** What is free on this machine, in MB; empty where the system does not say. */
  static OptionalLong freeMb() {
    return freeMb(MEMORY);
  }

  /** What is free, in MB; empty where the system has no such file. */
  static OptionalLong freeMb(Path file) {
    try {
      List<Matcher> lines = Files.readAllLines(file).stream().map(FREE::matcher).toList();
      long kb =
          lines.stream().filter(Matcher::matches).mapToLong(m -> Long.parseLong(m.group(1))).sum();
      return OptionalLong.of(kb >> 10);
    } catch (IOException e) {
      return OptionalLong.empty(); // not Linux: nobody says what is free
    }
  }
}
