package org.legio.launcher.report;

import com.google.gson.annotations.SerializedName;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.legio.ulfm.ports.Survival;

/**
 * What one rank has seen of a job, as {@code docs/guide/observability.md} describes it. Times are
 * in seconds since MPI was initialized.
 *
 * @param ranks size of {@code MPI_COMM_WORLD}
 * @param reporter who has written the report
 * @param deaths in the order of notice
 * @param repairs in the order of their ends
 * @param operations what has become of them
 * @param decisions how operations were decided
 * @param survival the processes of ranks
 */
public record RankReport(
    int ranks,
    @Unwrapped Reporter reporter,
    @SerializedName("lost") List<Death> deaths,
    List<Repair> repairs,
    @Unwrapped Operations operations,
    @Unwrapped Decisions decisions,
    @Unwrapped Survival survival) {
  private static final double MS_PER_S = 1000;

  /**
   * The rank that has written a report.
   *
   * @param began when MPI was initialized, UTC
   * @param seconds how long the rank ran, in seconds
   * @param calls how much of its time it was in calls
   */
  record Reporter(
      @SerializedName("reporter") int rank, String began, double seconds, @Unwrapped Calls calls) {}

  /**
   * Operations that were not simply made.
   *
   * @param skipped the number of skipped operations, by call
   * @param firstSkipped the first of them
   * @param repeated the number of repeated attempts, by call
   */
  record Operations(
      Map<String, Integer> skipped, List<Skip> firstSkipped, Map<String, Integer> repeated) {}

  /**
   * The numbers of operations by how they were decided.
   *
   * @param published how many needed no decision: their data went over a board
   * @param voted how many were decided by votes on a board
   * @param agreed how many by agreements of MPI's
   */
  record Decisions(long published, long voted, long agreed) {}

  /**
   * What samples of the reporter have found.
   *
   * @param samples how many there were; 0 if it was not looked at
   * @param shareInCalls the share of them in which it was in a call of MPI, from 0 to 1
   * @param partners with how many ranks it was found communicating
   */
  record Calls(long samples, double shareInCalls, int partners) {}

  record Death(
      int rank,
      @SerializedName("noticedAfterSeconds") double noticed,
      String noticedAt,
      String call) {

    String describe() {
      return String.format(Locale.ROOT, "noticed after %.3f s", noticed)
          + (call.isEmpty() ? "" : " in " + call);
    }

    Death noticedBy(double time) {
      return time < noticed ? new Death(rank, time, noticedAt, call) : this;
    }
  }

  record Repair(
      String communicator,
      @Unwrapped Loss loss,
      String call,
      @SerializedName("beganAfterSeconds") double began,
      double milliseconds) {

    /**
     * The members that a communicator has lost, and how many it has.
     *
     * @param lost by original rank
     * @param lostInWorld the same, as ranks in the world
     * @param left how many continue
     * @param size how many there were at first
     */
    record Loss(List<Integer> lost, List<Integer> lostInWorld, int left, int size) {}

    double ended() {
      return began + milliseconds / MS_PER_S;
    }

    String describe() {
      return String.format(
          Locale.ROOT,
          "%s lost %s in %s, repaired in %.1f ms",
          communicator.isEmpty() ? "a communicator" : communicator,
          loss.lost(),
          call,
          milliseconds);
    }

    /** The name of a repair in the drawing and in the table, by its index. */
    static String name(int index) {
      return "R" + (index + 1);
    }
  }

  record Skip(String call, String role, int rank, @SerializedName("afterSeconds") double at) {

    String describe() {
      return String.format(
          Locale.ROOT, "%s skipped after %.3f s: its %s, rank %d, is dead", call, at, role, rank);
    }
  }

  double repairMilliseconds() {
    return repairs.stream().mapToDouble(Repair::milliseconds).sum();
  }

  /** The repairs by when they began. */
  List<Repair> repairsInOrder() {
    return repairs.stream().sorted(Comparator.comparingDouble(Repair::began)).toList();
  }

  int skippedInAll() {
    return sum(operations.skipped());
  }

  int repeatedInAll() {
    return sum(operations.repeated());
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
