package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.legio.ulfm.messages.ExitStatus;

/**
 * The outcome of a job.
 *
 * @param command the whole command line
 * @param status exit status of the launcher
 * @param stdout everything on standard output
 * @param stderr everything on standard error
 * @param took from the start of the launcher to its end
 */
public record Outcome(String command, int status, String stdout, String stderr, Duration took) {
  private static final int FAULT_MISSED = ExitStatus.FAULT_MISSED.number();
  private static final String END_OF_STACKS = "JNI global refs";
  private static final Pattern MAIN_STACK =
      Pattern.compile("^\"main\" #1 .*\\n(.+\\n){1,24}", Pattern.MULTILINE);

  /** How many JVMs have printed all of their stacks in some output. */
  public static int stacksIn(String output) {
    return output.split(END_OF_STACKS, -1).length - 1;
  }

  /** The stacks of the main threads among all that JVMs have printed, the innermost calls only. */
  String mainStacks() {
    return MAIN_STACK
        .matcher(stderr + "\n" + stdout)
        .results()
        .map(stack -> stack.group() + "\n")
        .collect(Collectors.joining());
  }

  /** Fails unless the job has ended with status 0. */
  public Outcome succeeded() {
    assertThat(status).as("exit status of %s", this).isZero();
    return this;
  }

  /** Fails unless the job has ended with a status other than 0. */
  public Outcome failed() {
    assertThat(status).as("exit status of %s", this).isNotZero();
    return this;
  }

  /**
   * Those of the deaths drawn at random that have happened. The others were to come at a call that
   * the rank has not made so often. Fails unless the job's status says the same.
   */
  List<Kill> deaths(List<Kill> drawn) {
    List<Kill> struck = new ArrayList<>(drawn);
    struck.removeIf(kill -> stderr.contains(kill.asOption() + " has not happened"));
    assertThat(status)
        .as("exit status, %s of %s having happened, of %s", struck, drawn, this)
        .isEqualTo(struck.equals(drawn) ? 0 : FAULT_MISSED);
    return struck;
  }

  /** The lines on standard output, sorted: mpirun mixes the ranks' lines as they come. */
  public List<String> sortedLines() {
    return stdout.lines().sorted().toList();
  }

  /** All that the pattern finds on standard output. */
  public List<MatchResult> find(String pattern) {
    return Pattern.compile(pattern, Pattern.MULTILINE).matcher(stdout).results().toList();
  }

  /** The only match of the pattern on standard output. */
  public MatchResult findOne(String pattern) {
    List<MatchResult> found = find(pattern);
    assertThat(found).as("matches of \"%s\" in %s", pattern, this).hasSize(1);
    return found.get(0);
  }

  @Override
  public String toString() {
    return command
        + "\n(exit status "
        + status
        + " after "
        + took.toMillis()
        + " ms)\n--- stdout\n"
        + stdout
        + "\n--- stderr\n"
        + stderr
        + "\n---\n";
  }
}
