package org.legio.integration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * Lets the launcher find or prepare an MPI before the first job, whose deadline is short.
 *
 * <p>Where none can be had, for instance without a network, the tests that need one are skipped,
 * and the output says so and why. Continuous integration has to have one: where the environment has
 * {@code CI}, they fail.
 */
public final class Preparation {
  private static final long DEADLINE_MINUTES = 15;

  /** What the launcher says when it cannot do its work; anything else is a failure of its own. */
  private static final String OBJECTION = "legio: ";

  private static boolean done;
  private static Optional<String> obstacle = Optional.empty();

  private Preparation() {}

  /**
   * Prepares, at the first call.
   *
   * @param launcher the command that starts the launcher
   * @throws org.opentest4j.TestAbortedException if there is no MPI and none can be made
   */
  static synchronized void once(List<String> launcher) throws InterruptedException, IOException {
    if (!done) {
      List<String> command = new ArrayList<>(launcher);
      command.addAll(List.of("doctor", "--prepare"));
      try {
        Commands.run(command, DEADLINE_MINUTES);
      } catch (IllegalStateException e) {
        if (!last(e).startsWith(OBJECTION) || last(e).contains("internal error")) {
          throw e;
        }
        obstacle = Optional.of(skipped("tests on Open MPI", e));
      }
      done = true;
    }
    obstacle.ifPresent(Assumptions::abort);
  }

  /**
   * Says on the output that tests are skipped, because what they need cannot be had here.
   *
   * @param what which tests
   * @param why how the preparation has failed
   * @return the reason, for {@link Assumptions#abort}
   * @throws IllegalStateException the failure itself, where tests must not be skipped
   */
  public static String skipped(String what, IllegalStateException why) {
    if (System.getenv("CI") != null) {
      throw why;
    }
    String reason = what + " are skipped, for what they need cannot be had here: " + last(why);
    System.out.println("[WARNING] " + reason);
    return reason;
  }

  private static String last(IllegalStateException why) {
    return String.valueOf(why.getMessage())
        .lines()
        .filter(line -> !line.isBlank())
        .reduce("", (former, later) -> later);
  }
}
