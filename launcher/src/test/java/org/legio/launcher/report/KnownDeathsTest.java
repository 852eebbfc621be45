package org.legio.launcher.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.legio.ulfm.ports.Survival;

class KnownDeathsTest {

  private static RankReport.Death death(int rank, double noticed) {
    return new RankReport.Death(rank, noticed, "", "reduce");
  }

  private static RankReport.Repair repair(double began, Integer... lost) {
    List<Integer> ranks = List.of(lost);
    return new RankReport.Repair(
        "", new RankReport.Repair.Loss(ranks, ranks, 1, 4), "bcast", began, 1);
  }

  private static List<RankReport.Death> known(
      List<RankReport.Death> deaths, List<RankReport.Repair> repairs) {
    return KnownDeaths.of(
        new RankReport(
            4,
            new RankReport.Reporter(0, "", 9, new RankReport.Calls(0, 0, 0)),
            deaths,
            repairs,
            new RankReport.Operations(Map.of(), List.of(), Map.of()),
            new RankReport.Decisions(0, 0, 0),
            Survival.NONE));
  }

  @Test
  void aDeathIsNoLaterThanTheFirstRepairBecauseOfIt() {
    assertThat(known(List.of(death(2, 5)), List.of(repair(7, 2), repair(3, 2))))
        .containsExactly(death(2, 3));
  }

  @Test
  void aDeathThatIsKnownBeforeKeepsItsTime() {
    assertThat(known(List.of(death(2, 1)), List.of(repair(3, 2)))).containsExactly(death(2, 1));
  }

  @Test
  void ofTwoNoticesTheFirstCounts() {
    assertThat(known(List.of(death(2, 4), death(2, 1)), List.of())).containsExactly(death(2, 1));
  }

  @Test
  void deathsAreInTheOrderOfTheirTimesHoweverTheyWereWrittenDown() {
    assertThat(known(List.of(death(1, 6), death(2, 5), death(3, 8)), List.of(repair(4, 3))))
        .containsExactly(death(3, 4), death(2, 5), death(1, 6));
  }

  @Test
  void whoWasRepairedIsDeadThoughNobodyWroteItDown() {
    assertThat(known(List.of(), List.of(repair(3, 2))))
        .containsExactly(new RankReport.Death(2, 3, "", "bcast"));
  }
}
