package org.legio.integration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Checks the output of the survivors of a {@code RollCall}. A rank that dies before a call is
 * missing from its result; a rank that dies after it is not.
 */
public final class RollCallResults {
  private static final int ROOT_STEP = 3;
  private static final List<String> CALLS =
      List.of(
          "barrier",
          "bcast",
          "reduce",
          "allReduce",
          "gather",
          "gatherv",
          "scatter",
          "scatterv",
          "allGather",
          "allGatherv",
          "allToAll",
          "allToAllv",
          "reduceScatter",
          "reduceScatterBlock",
          "scan",
          "exScan");

  private final int ranks;
  private final int rounds;
  private final List<String> calls;

  /** Those of a job on some ranks that makes some of the calls; all of them if none is named. */
  public RollCallResults(int ranks, int rounds, List<String> calls) {
    this.ranks = ranks;
    this.rounds = rounds;
    this.calls = CALLS.stream().filter(each -> calls.isEmpty() || calls.contains(each)).toList();
  }

  /** The lines of the survivors' on a job's standard output, sorted. */
  public List<String> survivors(List<Kill> kills, String stdout) {
    return stdout
        .lines()
        .filter(line -> line.startsWith("rank "))
        .filter(line -> !Kill.kills(kills, Integer.parseInt(line.split(" ")[1])))
        .sorted()
        .toList();
  }

  /** All that these lines may be. */
  public List<List<String>> possible(List<Kill> kills) {
    return Kill.outcomes(kills).stream().map(this::lines).toList();
  }

  private List<String> lines(List<Kill> certain) {
    List<String> lines = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (int rank = 0; rank < ranks; rank++) {
        if (!Kill.kills(certain, rank)) {
          lines.add(line(certain, rank, round));
        }
      }
    }
    lines.sort(Comparator.naturalOrder());
    return lines;
  }

  private String line(List<Kill> kills, int rank, int round) {
    StringBuilder line = new StringBuilder("rank " + rank + " round " + round + ":");
    int root = ROOT_STEP * round % ranks;
    for (String call : calls) {
      int present = present(kills, call, round);
      line.append(' ').append(call).append('=').append(seen(call, present, rank, root));
    }
    return line.toString();
  }

  private int present(List<Kill> kills, String call, int round) {
    int present = (1 << ranks) - 1;
    for (Kill kill : kills) {
      if (step(call, round) >= end(kill)) {
        present &= ~(1 << kill.rank());
      }
    }
    return present;
  }

  /** The first step that it has no part in. */
  private int end(Kill kill) {
    return step(kill.call(), kill.nth() - 1) + (kill.when().equals("after") ? 1 : 0);
  }

  private int step(String call, int round) {
    return round * calls.size() + calls.indexOf(call);
  }

  private static String seen(String call, int present, int rank, int root) {
    boolean hasRoot = (present >> root & 1) == 1;
    return switch (call) {
      case "barrier" -> "-";
      case "bcast", "scatter", "scatterv" -> hasRoot ? "1" : "0";
      case "reduce", "gather", "gatherv" -> rank == root ? Integer.toHexString(present) : "-";
      case "scan" -> Integer.toHexString(present & (2 << rank) - 1);
      case "exScan" -> rank == 0 ? "-" : Integer.toHexString(present & (1 << rank) - 1);
      default -> Integer.toHexString(present);
    };
  }
}
