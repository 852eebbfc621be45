package org.legio.bench.programs;

import org.legio.ulfm.openmpi.Posix;

/** Ends a rank in the same way in all configurations: it sends itself SIGKILL. */
final class Crash {
  private Crash() {}

  /** Ends this process; does not return. */
  static void now() {
    Posix.kill(Posix.getpid(), Posix.SIGKILL);
    throw new IllegalStateException("has outlived SIGKILL");
  }
}
