package org.legio.bench.programs;

import org.legio.ulfm.openmpi.Posix;

/** The death of a rank, the same in all configurations: SIGKILL, by its own hand. */
final class Crash {
  private Crash() {}

  /** Dies. */
  static void now() {
    Posix.kill(Posix.getpid(), Posix.SIGKILL);
    throw new IllegalStateException("has outlived SIGKILL");
  }
}
