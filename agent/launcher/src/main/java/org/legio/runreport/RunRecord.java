package org.legio.runreport;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.annotations.SerializedName;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A rank's report of a job, as {@code docs/user/asking.md} describes it. Times are in seconds since
 * MPI was initialised.
 *
 * @param ranks size of {@code MPI_COMM_WORLD}
 * @param reporter the rank that has written the report
 * @param began when MPI was initialised, UTC
 * @param seconds how long the reporter ran, in seconds
 * @param deaths in the order of notice
 * @param repairs in the order of their ends
 * @param skipped the number of skipped operations, by call
 * @param firstSkipped the first of them
 * @param repeated the number of repeated attempts, by call
 * @param published how many operations needed no decision: their data went over a board
 * @param voted how many operations were decided by votes on a board
 * @param agreed how many by agreements of MPI's
 * @param spheres the processes of each rank; empty where each rank is one that stays dead
 * @param keptBytes how many bytes of messages, votes and decisions there have been
 * @param fullness how full the fullest part of the room for them was, from 0 to 1
 */
public record RunRecord(
    int ranks,
    int reporter,
    String began,
    double seconds,
    @SerializedName("lost") List<Death> deaths,
    List<Repair> repairs,
    Map<String, Integer> skipped,
    List<Skip> firstSkipped,
    Map<String, Integer> repeated,
    long published,
    long voted,
    long agreed,
    List<Sphere> spheres,
    long keptBytes,
    double fullness) {

  private static final Gson JSON =
      new GsonBuilder().registerTypeAdapterFactory(new CompleteRecords()).create();

  record Sphere(int replicas, int lost, int restarts, long catchUpMilliseconds, long behind) {}

  record Death(
      int rank,
      @SerializedName("noticedAfterSeconds") double noticed,
      String noticedAt,
      String call) {}

  record Repair(
      String communicator,
      List<Integer> lost,
      List<Integer> lostInWorld,
      int left,
      int size,
      String call,
      @SerializedName("beganAfterSeconds") double began,
      double milliseconds) {}

  record Skip(String call, String role, int rank, @SerializedName("afterSeconds") double at) {}

  /**
   * Reads a report.
   *
   * @throws IOException if the text is not one
   */
  public static RunRecord parse(String text) throws IOException {
    try {
      RunRecord run = JSON.fromJson(text, RunRecord.class);
      if (run == null) {
        throw new IOException("the report is empty");
      }
      return run;
    } catch (JsonParseException e) {
      throw new IOException("not a report of a run: " + e.getMessage(), e);
    }
  }

  double repairMilliseconds() {
    return repairs.stream().mapToDouble(Repair::milliseconds).sum();
  }

  int skippedInAll() {
    return sum(skipped);
  }

  int repeatedInAll() {
    return sum(repeated);
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
