package org.legio.observability.watch;

/** How far the program says it is. Thread-safe; the two numbers may be of different reports. */
public final class ProgramProgress {
  private static volatile long done;
  private static volatile long total;

  private ProgramProgress() {}

  /** Takes note. */
  public static void report(long newDone, long newTotal) {
    done = newDone;
    total = newTotal;
  }

  static long done() {
    return done;
  }

  static long total() {
    return total;
  }
}
