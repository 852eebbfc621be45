package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ranks that live but do not continue: tests which of them are ended, and the messages about them.
 */
@SampledRows(every = 3)
class HungRanksIT {
  private static final int RANKS = 4;
  private static final int ROUNDS = 5;
  private static final int HUNG = 2;
  private static final String MIDDLE = "@allReduce:3";
  private static final String TABLE = "lasts longer than deadline=";
  private static final String KILLS = "deadline=2+kill";

  private static Job job(int who, String doing, Object... seconds) {
    Job job = Job.of("Hanging", ROUNDS, who, doing).on(RANKS).within(Duration.ofSeconds(90));
    return seconds.length == 0 ? job : job.arguments(List.of(seconds[0].toString()));
  }

  /** All but the lost have the sum of as many ones as there are left. */
  private static void isSummedWithout(Outcome outcome, int... lost) {
    List<String> expected =
        IntStream.range(0, RANKS)
            .filter(rank -> IntStream.of(lost).noneMatch(dead -> dead == rank))
            .mapToObj(
                rank ->
                    "rank %d: sum %d after %d rounds".formatted(rank, RANKS - lost.length, ROUNDS))
            .toList();
    assertThat(outcome.sortedLines()).as("%s", outcome).isEqualTo(expected);
  }

  private static int tables(Outcome outcome) {
    return outcome.stderr().split(TABLE, -1).length - 1;
  }

  // ------------------------------------------------------------------ the detector

  @ParameterizedTest(name = "rank {0}, {1}")
  @CsvSource({"2, flat", "0, hierarchical:2"})
  void aStoppedRankIsEndedByTheDetector(int stopped, String layout) {
    Outcome outcome =
        job(stopped, "nothing")
            .layout(layout)
            .policies("detector=4")
            .injecting(stopped + MIDDLE + "=stop")
            .run()
            .succeeded();
    isSummedWithout(outcome, stopped);
    assertThat(outcome.stderr()).contains("rank " + stopped + " (process ", "and is ended");
  }

  @Test
  @InLongRuns
  void aPauseIsNoDeath() {
    Outcome outcome =
        job(HUNG, "nothing")
            .policies("detector=6")
            .injecting(HUNG + MIDDLE + "=pause:3")
            .run()
            .succeeded();
    isSummedWithout(outcome);
    assertThat(outcome.took()).as("%s", outcome).isGreaterThan(Duration.ofSeconds(3));
  }

  @Test
  @InLongRuns
  void whoComputesForLongerThanTheDetectorsPatienceIsNotTakenForStopped() {
    isSummedWithout(job(HUNG, "compute", 8).policies("detector=5").run().succeeded());
  }

  @Test
  @InLongRuns
  void whoComputesForAMinuteIsNotTakenForStopped() {
    isSummedWithout(
        job(HUNG, "compute", 60)
            .within(Duration.ofSeconds(150))
            .policies("detector=10")
            .run()
            .succeeded());
  }

  // ------------------------------------------------------------------ the deadline

  @ParameterizedTest
  @ValueSource(strings = {"flat", "hierarchical:2"})
  void aLivelockIsEndedAtTheDeadline(String layout) {
    Outcome outcome = job(HUNG, "livelock").layout(layout).policies(KILLS).run().succeeded();
    isSummedWithout(outcome, HUNG);
    assertThat(tables(outcome)).as("tables in %s", outcome).isEqualTo(1);
    assertThat(outcome.stderr())
        .containsPattern(HUNG + " +keeps the others waiting +computing in \\S+Hanging.compute\\(")
        .containsPattern(
            "3 +waits in it +allReduce \\(operation \\d+ on MPI_COMM_WORLD #\\w{4}\\)");
  }

  @Test
  void aStoppedFirstRankIsEndedAtTheDeadline() {
    Outcome outcome =
        job(0, "nothing").policies(KILLS).injecting(0 + MIDDLE + "=stop").run().succeeded();
    isSummedWithout(outcome, 0);
    assertThat(tables(outcome)).as("tables in %s", outcome).isEqualTo(1);
    assertThat(outcome.stderr()).containsPattern("0 +does not answer");
  }

  @Test
  void laggardsAreOnlyToldOfWhereThatIsThePolicy() {
    Outcome outcome = job(HUNG, "compute", 6).policies("deadline=2").run().succeeded();
    isSummedWithout(outcome);
    assertThat(tables(outcome)).as("tables in %s", outcome).isEqualTo(1);
    assertThat(outcome.stderr()).contains("rank 2 keeps the others waiting; deadline=2+kill would");
  }

  @Test
  @InLongRuns
  void nobodyIsEndedInADeadlock() {
    Outcome outcome =
        job(HUNG, "deadlock", 8).policies(KILLS).policies("recv.source-failed=ignore").run();
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(1);
    isSummedWithout(outcome, 0); // which has died by itself, by an exception
    assertThat(tables(outcome)).as("tables in %s", outcome).isEqualTo(1);
    assertThat(outcome.stderr())
        .contains("a deadlock of the program's")
        .containsPattern("2 +waits elsewhere +recv, called from \\S+Hanging.hang\\(");
  }
}
