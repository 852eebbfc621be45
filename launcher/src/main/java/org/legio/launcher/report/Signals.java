package org.legio.launcher.report;

import java.util.Map;
import org.legio.ulfm.messages.ExitStatus;

/** Says what an exit status tells of a process's end. */
final class Signals {
  private static final Map<Integer, String> NAMES =
      Map.of(1, "SIGHUP", 2, "SIGINT", 6, "SIGABRT", 9, "SIGKILL", 11, "SIGSEGV", 15, "SIGTERM");

  private Signals() {}

  /** Whether it is that of a process that a signal has ended. */
  static boolean hasEnded(int status) {
    return NAMES.containsKey(status - ExitStatus.SIGNALED);
  }

  /** What has ended a process, in words that follow its name. */
  static String end(int status) {
    return hasEnded(status)
        ? "was ended by " + NAMES.get(status - ExitStatus.SIGNALED)
        : "exited with status " + status;
  }
}
