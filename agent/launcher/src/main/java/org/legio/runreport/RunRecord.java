package org.legio.runreport;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a rank has reported of a job: the report of {@code docs/user/asking.md}. Times are in
 * seconds since MPI was initialised.
 *
 * @param ranks size of {@code MPI_COMM_WORLD}
 * @param reporter whose report it is
 * @param began when MPI was initialised, UTC
 * @param seconds how long the reporter ran
 * @param deaths in the order of notice
 * @param repairs in the order of their ends
 * @param skipped how many operations were skipped, by call
 * @param firstSkipped the first of them
 * @param repeated how many attempts were repeated, by call
 */
public record RunRecord(
    int ranks,
    int reporter,
    String began,
    double seconds,
    List<Death> deaths,
    List<Repair> repairs,
    Map<String, Integer> skipped,
    List<Skip> firstSkipped,
    Map<String, Integer> repeated) {

  record Death(int rank, double noticed, String noticedAt, String call) {}

  record Repair(
      String communicator,
      List<Integer> lost,
      List<Integer> lostInWorld,
      int left,
      int size,
      String call,
      double began,
      double milliseconds) {}

  record Skip(String call, String role, int rank, double at) {}

  /**
   * Reads a report.
   *
   * @throws IOException if the text is not one
   */
  public static RunRecord parse(String text) throws IOException {
    Json report = Json.read(text);
    return new RunRecord(
        report.integer("ranks"),
        report.integer("reporter"),
        report.text("began"),
        report.number("seconds"),
        deaths(report.objects("lost")),
        repairs(report.objects("repairs")),
        report.counts("skipped"),
        skips(report.objects("firstSkipped")),
        report.counts("repeated"));
  }

  private static List<Death> deaths(List<Json> lost) throws IOException {
    List<Death> deaths = new ArrayList<>();
    for (Json death : lost) {
      deaths.add(
          new Death(
              death.integer("rank"),
              death.number("noticedAfterSeconds"),
              death.text("noticedAt"),
              death.text("call")));
    }
    return deaths;
  }

  private static List<Repair> repairs(List<Json> done) throws IOException {
    List<Repair> repairs = new ArrayList<>();
    for (Json repair : done) {
      repairs.add(
          new Repair(
              repair.text("communicator"),
              repair.integers("lost"),
              repair.integers("lostInWorld"),
              repair.integer("left"),
              repair.integer("size"),
              repair.text("call"),
              repair.number("beganAfterSeconds"),
              repair.number("milliseconds")));
    }
    return repairs;
  }

  private static List<Skip> skips(List<Json> first) throws IOException {
    List<Skip> skips = new ArrayList<>();
    for (Json skip : first) {
      skips.add(
          new Skip(
              skip.text("call"),
              skip.text("role"),
              skip.integer("rank"),
              skip.number("afterSeconds")));
    }
    return skips;
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
