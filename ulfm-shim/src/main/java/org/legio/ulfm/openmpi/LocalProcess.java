package org.legio.ulfm.openmpi;

import java.io.IOException;
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
  private static final long NONE = -1;

  /** Index among the fields of {@code /proc/PID/stat} after the command's name. */
  private static final int STATE_FIELD = 0;

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
    String stat;
    try {
      stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    } catch (IOException e) {
      return NONE; // there is no such process any more
    }
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    boolean isGone = "ZX".contains(fields[STATE_FIELD]);
    return isGone ? NONE : Long.parseLong(fields[START_FIELD]);
  }
}
