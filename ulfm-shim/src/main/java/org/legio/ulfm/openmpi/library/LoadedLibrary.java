package org.legio.ulfm.openmpi.library;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A shared library in this process's memory, as {@code /proc/self/maps} has it.
 *
 * <p>Every JVM of a job reads it at its start, some hundred lines. So the code uses no regular
 * expressions, streams or lambdas, whose first use loads dozens of classes.
 *
 * @param path its file
 * @param base where it has been loaded
 */
record LoadedLibrary(Path path, long base) {
  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final int COLUMNS = 6;

  /** A range of addresses. */
  private record Area(long from, long to, String rights, long offset, String path) {
    /** Reads a line: {@code from-to rights offset device inode path}. */
    static Area of(String line) {
      String[] columns = new String[COLUMNS];
      int begin = 0;
      for (int column = 0; column < COLUMNS - 1; column++) {
        int end = line.indexOf(' ', begin);
        if (end < 0) {
          throw new IllegalStateException(MAPS + " has a line of another form: " + line);
        }
        columns[column] = line.substring(begin, end);
        begin = end + 1;
      }
      int dash = columns[0].indexOf('-');
      return new Area(
          hex(columns[0].substring(0, dash)),
          hex(columns[0].substring(dash + 1)),
          columns[1],
          hex(columns[2]),
          line.substring(begin).strip());
    }

    private static long hex(String digits) {
      return Long.parseUnsignedLong(digits, 16);
    }

    /** Whether the area holds a loaded library, and not a file that a program has mapped. */
    boolean isLoaded() {
      return path.startsWith("/") && rights.endsWith("p");
    }

    boolean holds(long address) {
      return address >= from && address < to;
    }
  }

  /** The library whose code or data lies at an address. */
  static Optional<LoadedLibrary> at(long address) throws IOException {
    List<Area> areas = areas();
    for (Area own : areas) {
      if (own.isLoaded() && own.holds(address)) {
        for (Area first : areas) {
          if (first.isLoaded() && first.path().equals(own.path()) && first.offset() == 0) {
            return Optional.of(new LoadedLibrary(Path.of(first.path()), first.from()));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Whether this process may write at an address. */
  static boolean isWritable(long address) throws IOException {
    for (Area area : areas()) {
      if (area.holds(address) && area.rights().startsWith("rw")) {
        return true;
      }
    }
    return false;
  }

  private static List<Area> areas() throws IOException {
    List<Area> areas = new ArrayList<>();
    for (String line : Files.readAllLines(MAPS)) {
      areas.add(Area.of(line));
    }
    return areas;
  }
}
