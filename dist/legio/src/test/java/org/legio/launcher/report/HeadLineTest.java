package org.legio.launcher.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeadLineTest {
  private JsonObject run = new JsonObject();
  private JsonObject job = new JsonObject();

  /** A run of four ranks in which nothing has happened. */
  @BeforeEach
  void begin() {
    run = JsonParser.parseString(Records.text("two-deaths.json")).getAsJsonObject();
    job = run.getAsJsonObject("job");
    with(run, "lost", "[]");
    with(run, "repairs", "[]");
    with(run, "skipped", "{}");
    with(job, "faults", "[]");
    with(job, "exits", "{}");
    with(job, "finished", "[0, 1, 2, 3]");
  }

  private static void with(JsonObject object, String name, String json) {
    JsonElement value = JsonParser.parseString(json);
    object.add(name, value);
  }

  private String headLine() throws IOException {
    RunRecord record = RunRecord.parse(run.toString());
    return HeadLine.of(record, RankEnds.of(record));
  }

  private void lose(int rank, String finished) {
    with(
        run,
        "lost",
        "[{'rank': %d, 'noticedAfterSeconds': 1, 'noticedAt': '', 'call': 'reduce'}]"
            .formatted(rank));
    with(job, "finished", finished);
  }

  private void repair(int rank) {
    with(
        run,
        "repairs",
        ("[{'communicator': '', 'lost': [%d], 'lostInWorld': [%d], 'left': 3, 'size': 4,"
                + " 'call': 'reduce', 'beganAfterSeconds': 2, 'milliseconds': 1}]")
            .formatted(rank, rank));
  }

  @Test
  void nothingHasHappened() throws IOException {
    assertThat(headLine()).isEqualTo("All 4 ranks came to the end; nothing was lost.");
  }

  @Test
  void aDeathThatWasPlanned() throws IOException {
    lose(2, "[0, 1, 3]");
    repair(2);
    with(
        job,
        "faults",
        "[{'rank': 2, 'replica': -1, 'call': 'bcast', 'nth': 21, 'when': 'inside', 'what':"
            + " 'kill'}]");
    assertThat(headLine())
        .isEqualTo(
            "3 of 4 ranks came to the end; rank 2 was killed inside its bcast number 21; the others"
                + " repaired and went on; nothing else was lost.");
  }

  @Test
  void aDeathOfWhichNobodyKnowsMore() throws IOException {
    lose(3, "[0, 1, 2]");
    assertThat(headLine())
        .isEqualTo(
            "3 of 4 ranks came to the end; rank 3 was killed, or crashed; the others went on;"
                + " nothing else was lost.");
  }

  @Test
  void aPauseIsNoEnd() throws IOException {
    lose(3, "[0, 1, 2]");
    with(
        job,
        "faults",
        "[{'rank': 3, 'replica': -1, 'call': 'bcast', 'nth': 1, 'when': 'before', 'what':"
            + " 'pause:2'}]");
    assertThat(headLine()).contains("rank 3 was killed, or crashed;");
  }

  @Test
  void aRankThatDeparted() throws IOException {
    lose(3, "[0, 1, 2, 3]");
    assertThat(headLine()).contains("rank 3 departed by MPI_Finalize while others waited");
  }

  @Test
  void thoseThatWereLostInTheSameWayAreNamedTogether() throws IOException {
    run.addProperty("ranks", 9);
    job.addProperty("ranks", 9);
    with(job, "finished", "[0, 1]");
    with(job, "exits", "{'2': 3, '3': 3, '4': 143, '6': 0, '7': 5, '8': 5}");
    assertThat(headLine())
        .startsWith(
            "2 of 9 ranks came to the end; ranks 2 and 3 exited with status 3, rank 4 was ended by"
                + " SIGTERM, rank 6 exited with status 0, 2 more were lost; the others went on;");
  }

  @Test
  void whatReplicasAndRestartsHaveMadeGood() throws IOException {
    String replicaGroup =
        "{'replicas': 2, 'lost': %d, 'restarts': %d, 'catchUpMilliseconds': 1, 'behind': 0, 'evicted': 0,"
            + " 'leaderChanges': 0}";
    with(
        run,
        "replicaGroups",
        "[" + replicaGroup.formatted(1, 0) + "," + replicaGroup.formatted(0, 2) + "]");
    assertThat(headLine())
        .isEqualTo(
            "All 4 ranks came to the end; 1 process died, and replicas went on for it, 2 processes"
                + " died and were restarted; nothing was lost.");
  }

  private void withoutReport(int status) {
    JsonObject alone = new JsonObject();
    alone.add("job", job);
    job.addProperty("status", status);
    with(job, "finished", "[]");
    run = alone;
  }

  @Test
  void allWereLost() throws IOException {
    withoutReport(137);
    assertThat(headLine()).isEqualTo("All 4 ranks were lost, so none was left to continue.");
  }

  @Test
  void anAbort() throws IOException {
    withoutReport(1);
    with(job, "exits", "{'0': 1}");
    assertThat(headLine())
        .isEqualTo(
            "Rank 0 exited with status 1; the job was aborted, with status 1, before a rank could"
                + " report.");
  }

  @Test
  void anAbortOfWhichTheRankIsKnown() throws IOException {
    withoutReport(143);
    with(job, "exits", "{'0': 143, '2': 143}");
    with(job, "aborts", "{'1': 'send failed'}");
    assertThat(headLine())
        .isEqualTo("Rank 1 aborted the job, with status 143, before a rank could report.");
  }

  @Test
  void anAbortAfterTheReport() throws IOException {
    with(job, "finished", "[0, 2, 3]");
    with(job, "exits", "{}");
    with(job, "aborts", "{'1': 'send failed'}");
    assertThat(headLine()).contains("; rank 1 aborted the job; ");
  }

  @Test
  void nobodyKnowsWhyItHasEnded() throws IOException {
    withoutReport(124);
    assertThat(headLine()).isEqualTo("The job ended, with status 124, before a rank could report.");
  }
}
