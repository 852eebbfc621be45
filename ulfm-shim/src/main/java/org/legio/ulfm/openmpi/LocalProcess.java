package org.legio.ulfm.openmpi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

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
    return new LocalProcess(pid, startTicksOf(pid));
  }

  /** Whether it has ended, even if its parent has not collected its status yet. */
  boolean hasEnded() {
    return startTicksOf(pid) != startTicks;
  }

  private static long startTicksOf(long pid) {
    String[] fields = fieldsOf(pid);
    return fields == null ? NONE : Long.parseLong(fields[START_FIELD]);
  }

  /** The parent of a process; {@link #NONE} if the process has ended. */
  static long parentOf(long pid) {
    String[] fields = fieldsOf(pid);
    return fields == null ? NONE : Long.parseLong(fields[PARENT_FIELD]);
  }

  /** What the kernel tells of a process behind its name; null if it has ended. */
  private static String @Nullable [] fieldsOf(long pid) {
    String stat;
    try {
      // The name may be cut within a character.
      stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return null; // there is no such process any more
    }
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return "ZX".contains(fields[STATE_FIELD]) ? null : fields;
  }
}
