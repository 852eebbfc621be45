package org.legio.launcher.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.legio.launcher.machine.Colors;
import org.legio.launcher.watch.WatchServer.Seen;
import org.legio.observability.watch.RankStatus;
import org.legio.observability.watch.Survived;

class RankDisplayTest {
  private static final long WORLD = 77;

  /** A rank in the collective of this number on the world; 0: it computes, before number 5. */
  private static Seen rank(int rank, long sequence, boolean isConnected, List<Integer> dead) {
    return rank(rank, sequence, isConnected, dead, Survived.NOTHING);
  }

  private static Seen rank(
      int rank, long sequence, boolean isConnected, List<Integer> dead, Survived survived) {
    boolean computes = sequence == 0;
    return new Seen(
        new RankStatus(
            rank,
            "node" + rank % 2,
            new RankStatus.Place(
                false,
                computes ? "" : "allReduce",
                "App.main(App.java:7)",
                computes ? 0 : WORLD,
                sequence,
                3200),
            Map.of(WORLD, computes ? 5 : sequence),
            new RankStatus.Losses(dead, dead.size(), 0),
            survived,
            new RankStatus.Progress(rank, 4)),
        isConnected);
  }

  private static List<String> lines(int ranks, int most, Seen... seen) {
    Map<Integer, Seen> all = new TreeMap<>();
    for (Seen one : seen) {
      all.put(one.state().rank(), one);
    }
    return new RankDisplay(ranks, all).lines(most);
  }

  @Test
  void theDeadAreRedAndNothingElseIs() {
    Colors colors = new Colors(true);
    assertThat(RankDisplay.colored("   1 dead     node1", colors)).startsWith("\u001b[31m");
    assertThat(RankDisplay.colored("   1 gone     node1", colors)).startsWith("\u001b[33m");
    assertThat(RankDisplay.colored("   1 alive    dead", colors)).isEqualTo("   1 alive    dead");
    assertThat(RankDisplay.colored("   1 dead     node1", new Colors(false)))
        .doesNotContain("\u001b");
  }

  @Test
  void hostsWithoutLivingRanksAreNamed() {
    Seen first = rank(0, 5, true, List.of(1));
    assertThat(lines(2, 20, first, rank(1, 4, true, List.of())).get(0))
        .endsWith("; operations skipped: 0; no rank left on node1");
    assertThat(lines(3, 20, first, rank(2, 4, false, List.of())).get(0))
        .endsWith("; operations skipped: 0");
  }

  @Test
  void eachRankIsToldOf() {
    List<String> lines =
        lines(
            4,
            20,
            rank(0, 5, true, List.of(3)),
            rank(1, 0, true, List.of()),
            rank(3, 4, false, List.of()));
    assertThat(lines)
        .containsExactly(
            "--- 4 ranks: 1 dead, 2 alive, 1 starting; repairs: 1; operations skipped: 0",
            "   0 alive    node0  [..........]   0 %  allReduce 5 for 3 s, waits for 1"
                + "  App.main(App.java:7)",
            "   1 alive    node1  [##........]  25 %  computes for 3 s  App.main(App.java:7)",
            "   2 starting",
            "   3 dead     node1  [#######...]  75 %  last seen in allReduce 4 "
                + " App.main(App.java:7)");
  }

  @Test
  void replicasAndRestartsAreToldOf() {
    assertThat(
            lines(
                2,
                20,
                rank(0, 5, true, List.of(), new Survived(2, 1, 1, 0, 1, 9 << 20)),
                rank(1, 5, true, List.of(), new Survived(2, 0, 2, 4321, 1, 8 << 20))))
        .containsExactly(
            "--- 2 ranks: 2 alive; repairs: 0; operations skipped: 0; masked deaths: 1; restarts:"
                + " 3; kept: 9 MB",
            "   0 alive    node0  [..........]   0 %  1 of 2 replicas  allReduce 5 for 3 s"
                + "  App.main(App.java:7)",
            "   1 alive    node1  [##........]  25 %  2 of 2 replicas, one 4321 decisions behind"
                + "  allReduce 5 for 3 s  App.main(App.java:7)");
  }

  @Test
  void aRankThatIsGoneIsWaitedForUntilItsDeathIsNoticed() {
    assertThat(lines(2, 20, rank(0, 5, true, List.of()), rank(1, 4, false, List.of())))
        .anyMatch(line -> line.contains("waits for 1 (gone)"))
        .anyMatch(line -> line.startsWith("   1 gone "));
  }

  /** It may have been killed in the call that came next: nobody says that it was in none. */
  @Test
  void whatADeadRankDidIsWhatWasSeenLast() {
    assertThat(lines(2, 20, rank(0, 5, true, List.of(1)), rank(1, 0, false, List.of())))
        .anyMatch(line -> line.endsWith("  last seen computing  App.main(App.java:7)"));
  }

  @Test
  void whereThereIsNoRoomTheDeadComeFirst() {
    Seen[] seen = new Seen[100];
    for (int i = 0; i < seen.length; i++) {
      seen[i] = rank(i, 5, true, List.of(98));
    }
    List<String> lines = lines(100, 6, seen);
    assertThat(lines).hasSize(6);
    assertThat(lines).anyMatch(line -> line.startsWith("  98 dead"));
    assertThat(lines.get(5)).isEqualTo("... and 96 more ranks");
  }
}
