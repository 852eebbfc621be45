package org.legio.junit;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How a job has run.
 *
 * @param status its exit status, as {@code bin/legio run} has it
 * @param outputs what each rank has written to standard output
 * @param errors what each rank has written to standard error
 * @param messages what the launcher has said
 * @param lost the ranks that the others have lost, ascending
 * @param took how long it ran
 * @param commandLine the line that repeats it
 */
public record MpiRun(
    int status,
    List<String> outputs,
    List<String> errors,
    String messages,
    List<Integer> lost,
    Duration took,
    String commandLine) {

  /** The number of ranks. */
  public int ranks() {
    return outputs.size();
  }

  /** What a rank has written to standard output. */
  public String output(int rank) {
    return outputs.get(rank);
  }

  /** What a rank has written to standard error, Legio's messages included. */
  public String errors(int rank) {
    return errors.get(rank);
  }

  /** All that ranks have written to standard output, rank by rank. */
  public String output() {
    return String.join("", outputs);
  }

  /** The ranks that the job has not lost, ascending. */
  public List<Integer> survivors() {
    return IntStream.range(0, ranks()).filter(rank -> !lost.contains(rank)).boxed().toList();
  }

  /** The planned deaths that have not happened, in the launcher's words; empty if all have. */
  public List<String> missedKills() {
    return messages.lines().filter(line -> line.contains(" has not happened: ")).toList();
  }

  /** Everything, for people. */
  @Override
  public String toString() {
    String ranks =
        IntStream.range(0, ranks())
            .mapToObj(
                rank ->
                    "--- rank %d, standard output%n%s--- rank %d, standard error%n%s"
                        .formatted(rank, output(rank), rank, errors(rank)))
            .collect(Collectors.joining());
    return "%s%nexit status %d after %d ms, lost ranks: %s%n--- launcher%n%s%s"
        .formatted(commandLine, status, took.toMillis(), lost, messages, ranks);
  }
}
