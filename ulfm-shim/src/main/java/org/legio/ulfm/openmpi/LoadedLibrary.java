package org.legio.ulfm.openmpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A shared library in this process's memory, as {@code /proc/self/maps} has it.
 *
 * @param path its file
 * @param base where it has been loaded
 */
record LoadedLibrary(Path path, long base) {
  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final Pattern LINE =
      Pattern.compile("(\\w+)-(\\w+) (\\S+) (\\w+) \\S+ \\S+\\s*(.*)");

  /** A range of addresses. */
  private record Area(long from, long to, String rights, long offset, String path) {
    static Area of(String line) {
      Matcher m = LINE.matcher(line);
      if (!m.matches()) {
        throw new IllegalStateException(MAPS + " has a line of another form: " + line);
      }
      return new Area(hex(m.group(1)), hex(m.group(2)), m.group(3), hex(m.group(4)), m.group(5));
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
    List<Area> areas = areas().stream().filter(Area::isLoaded).toList();
    return areas.stream()
        .filter(area -> area.holds(address))
        .flatMap(own -> areas.stream().filter(area -> area.path().equals(own.path())))
        .filter(area -> area.offset() == 0)
        .findFirst()
        .map(first -> new LoadedLibrary(Path.of(first.path()), first.from()));
  }

  /** Whether this process may write at an address. */
  static boolean isWritable(long address) throws IOException {
    return areas().stream().anyMatch(area -> area.holds(address) && area.rights().startsWith("rw"));
  }

  private static List<Area> areas() throws IOException {
    return Files.readAllLines(MAPS).stream().map(Area::of).toList();
  }
}
