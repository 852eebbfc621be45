package org.legio.it;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Lets the launcher find or prepare an MPI before the first job, whose deadline is short. */
final class Preparation {
  private static final long DEADLINE_MINUTES = 15;
  private static boolean done;

  private Preparation() {}

  /**
   * Prepares, at the first call.
   *
   * @param launcher the command that starts the launcher
   */
  static synchronized void once(List<String> launcher) throws IOException, InterruptedException {
    if (done) {
      return;
    }
    List<String> command = new ArrayList<>(launcher);
    command.addAll(List.of("doctor", "--prepare"));
    Commands.run(command, DEADLINE_MINUTES);
    done = true;
  }
}
