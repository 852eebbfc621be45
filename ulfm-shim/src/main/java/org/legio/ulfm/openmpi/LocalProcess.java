package org.legio.ulfm.openmpi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Identifies a process of this machine. The time of its start tells it from a later process with
 * the same id.
 *
 * @param pid its id
 * @param startTicks when it was started, in the kernel's ticks
 */
record LocalProcess(long pid, long startTicks) {
  /** No process. */
  static final long NONE = -1;

  /** Index among the fields of {@code /proc/PID/stat} after the command's name. */
  private static final int STATE_FIELD = 0;

  private static final int PARENT_FIELD = 1;
  private static final int START_FIELD = 19;

  /** The living process with an id. */
  static LocalProcess of(long pid) {
    return new LocalProcess(pid, fieldOrNone(pid, START_FIELD));
  }

  /** Whether it has ended, even if its parent has not collected its status yet. */
  boolean hasEnded() {
    try {
      return field(pid, START_FIELD) != startTicks;
    } catch (IOException e) { // also if this process has too many open files
      return Files.notExists(stat(pid));
    }
  }

  /** The parent of a process; {@link #NONE} if the process has ended, or hides it. */
  static long parentOf(long pid) {
    return fieldOrNone(pid, PARENT_FIELD);
  }

  private static long fieldOrNone(long pid, int field) {
    try {
      return field(pid, field);
    } catch (IOException e) {
      return NONE;
    }
  }

  /** What the kernel tells of a process behind its name; {@link #NONE} of one that is a zombie. */
  private static long field(long pid, int field) throws IOException {
    // The name may be cut within a character.
    String stat = Files.readString(stat(pid), StandardCharsets.ISO_8859_1);
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return "ZX".contains(fields[STATE_FIELD]) ? NONE : Long.parseLong(fields[field]);
  }

  private static Path stat(long pid) {
    return Path.of("/proc/" + pid + "/stat");
  }
}
