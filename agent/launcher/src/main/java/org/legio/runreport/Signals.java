package org.legio.runreport;

import java.util.Map;

/** Says what an exit status tells of a process's end. */
final class Signals {
  private static final int FIRST = 128;
  private static final Map<Integer, String> NAMES =
      Map.of(1, "SIGHUP", 2, "SIGINT", 6, "SIGABRT", 9, "SIGKILL", 11, "SIGSEGV", 15, "SIGTERM");

  private Signals() {}

  /** Whether it is that of a process that a signal has ended. */
  static boolean hasEnded(int status) {
    return NAMES.containsKey(status - FIRST);
  }

  /** What has ended a process, in words that follow its name. */
  static String end(int status) {
    return hasEnded(status)
        ? "was ended by " + NAMES.get(status - FIRST)
        : "exited with status " + status;
  }
}
