package org.legio.integration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The record of a run that the command {@code chaos} has kept.
 *
 * @param repeat the command that repeats it
 * @param atCalls the deaths at exact calls
 * @param atTimes the ranks that die at some time, or end before that time
 * @param stdout the lines on standard output
 * @param stderr the lines on standard error
 */
record ChaosRun(
    String repeat,
    List<Kill> atCalls,
    List<Integer> atTimes,
    List<String> stdout,
    List<String> stderr) {

  /** Reads the run that a folder holds. */
  static ChaosRun read(Path folder) {
    List<Kill> atCalls = new ArrayList<>();
    List<Integer> atTimes = new ArrayList<>();
    List<String> plan = lines(folder, "plan.txt");
    for (int i = 0; i < plan.size(); i += 2) {
      String strike = plan.get(i + 1);
      boolean isDeath = !strike.contains("=");
      if (isDeath && plan.get(i).equals("--kill")) {
        atCalls.addAll(Kill.parse(strike.split(":").length == 2 ? strike + ":before" : strike));
      } else if (isDeath) {
        atTimes.add(Integer.parseInt(strike.substring(0, strike.indexOf('@'))));
      }
    }
    String repeat = lines(folder, "repeat.txt").get(0);
    return new ChaosRun(
        repeat, atCalls, atTimes, lines(folder, "stdout.txt"), lines(folder, "stderr.txt"));
  }

  private static List<String> lines(Path folder, String file) {
    try {
      return Files.readAllLines(folder.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the rank is among those that were to die. */
  boolean strikes(int rank) {
    return atTimes.contains(rank) || Kill.kills(atCalls, rank);
  }

  /**
   * All that the deaths may come to: one at a time is one before some call.
   *
   * @param call the call that tells when
   * @param calls how many such calls a rank makes
   */
  Stream<List<Kill>> outcomes(String call, int calls) {
    Stream<List<Kill>> outcomes = Kill.outcomes(atCalls).stream();
    for (int rank : atTimes) {
      outcomes = outcomes.flatMap(some -> withOneMore(some, rank, call, calls));
    }
    return outcomes;
  }

  private static Stream<List<Kill>> withOneMore(List<Kill> some, int rank, String call, int calls) {
    return IntStream.rangeClosed(1, calls + 1)
        .mapToObj(
            nth ->
                Stream.concat(some.stream(), Stream.of(new Kill(rank, call, nth, "before")))
                    .toList());
  }

  /** The lines that begin with the number of a rank that was not to die, sorted. */
  List<String> survivorsLines() {
    return stdout.stream()
        .filter(line -> line.matches("rank \\d+\\b.*"))
        .filter(line -> !strikes(Integer.parseInt(line.split("\\D+")[1])))
        .sorted()
        .toList();
  }
}
