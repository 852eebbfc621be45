package org.legio.launcher.machine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.legio.agent.Variables;

/**
 * The time limit of a step in the preparation of an MPI.
 *
 * @param seconds at least 1
 */
public record StepLimit(long seconds) {
  private static final int ENDED = 124;
  private static final int KILLED = 137;
  private static final Duration USUAL = Duration.ofMinutes(30);

  /** The limit that the user has chosen, else a generous default. */
  public static StepLimit of(Machine machine) {
    return machine
        .variable(Variables.STEP_LIMIT)
        .map(StepLimit::parse)
        .orElse(new StepLimit(USUAL.toSeconds()));
  }

  private static StepLimit parse(String text) {
    return Optional.of(text)
        .filter(digits -> digits.matches("[1-9][0-9]{0,8}"))
        .map(digits -> new StepLimit(Long.parseLong(digits)))
        .orElseThrow(
            () ->
                new CannotRunException(
                    Variables.STEP_LIMIT
                        + "="
                        + text
                        + " is no number of seconds from 1 to 999999999; set it to for instance "
                        + USUAL.toSeconds()));
  }

  /**
   * Wraps a command so that it is ended when it takes longer.
   *
   * @param more further options of {@code timeout}
   */
  public List<String> applied(List<String> command, String... more) {
    List<String> limited = new ArrayList<>(List.of("timeout", "--kill-after=10"));
    limited.addAll(List.of(more));
    limited.add(String.valueOf(seconds));
    limited.addAll(command);
    return limited;
  }

  /** Whether an exit status means that the limit has ended the command. */
  public boolean hasEnded(int status) {
    return status == ENDED || status == KILLED;
  }

  /** The message about a command that the limit has ended, with the remedy. */
  public String exceeded(String command) {
    return command
        + " has not ended within "
        + seconds
        + " s and has been killed: check the network and apt's sources and locks, or give it more"
        + " time by "
        + Variables.STEP_LIMIT
        + "=SECONDS, then try again";
  }
}
