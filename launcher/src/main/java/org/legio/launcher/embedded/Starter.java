package org.legio.launcher.embedded;

import java.util.Optional;
import org.legio.agent.Variables;

/** The process that has started this one and wants it to end with it. */
final class Starter {
  private Starter() {}

  /** It; empty if there is none, or it has ended. */
  static Optional<ProcessHandle> process() {
    String pid = System.getenv(Variables.LAUNCHER);
    return pid != null && pid.matches("\\d{1,18}")
        ? ProcessHandle.of(Long.parseLong(pid))
        : Optional.empty();
  }
}
