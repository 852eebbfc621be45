package org.legio.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.legio.core.positions.OperationCounter;
import org.legio.core.positions.Position;
import org.legio.core.positions.Positions;
import org.legio.core.watch.RankObservation.Standing;

class RankObservationTest {
  private final OperationCounter world =
      new Positions().add(1, 2, new int[] {0, 1}, "WORLD", OptionalInt::empty);

  private static Position in(String call, @Nullable OperationCounter communicator) {
    return new Position("main", call, communicator, 1, Instant.now(), "Main.main(Main.java:1)");
  }

  private Standing standingTo(long operation, Position position) {
    return RankObservation.here(Optional.of(world), operation, List.of(position)).standing();
  }

  @Test
  void aMemberWaitsInTheOperationLagsBehindItOrIsPastIt() {
    assertThat(standingTo(1, in("barrier", world))).isEqualTo(Standing.WAITS);
    assertThat(standingTo(2, in("barrier", world))).isEqualTo(Standing.WAITS_ELSEWHERE);
    assertThat(standingTo(2, in("recv", null))).isEqualTo(Standing.WAITS_ELSEWHERE);
    assertThat(standingTo(2, in("", null))).isEqualTo(Standing.LAGS);
    assertThat(standingTo(1, in("", null))).as("computes in a block").isEqualTo(Standing.LAGS);
    assertThat(standingTo(2, in("iProbe", null))).as("does not block").isEqualTo(Standing.LAGS);
    assertThat(standingTo(0, in("", null))).isEqualTo(Standing.IS_PAST);
  }

  @Test
  void whoHasFreedTheCommunicatorIsPastAllItsOperations() {
    assertThat(RankObservation.here(Optional.empty(), 3, List.of(in("", null))).standing())
        .isEqualTo(Standing.IS_PAST);
  }

  @Test
  void itIsReadAsItIsWritten() {
    RankObservation observation = new RankObservation(Standing.LAGS, "", "computing; and more");
    assertThat(RankObservation.of(new Reply(Reply.Kind.ANSWERED, observation.toString())))
        .isEqualTo(observation);
    assertThat(RankObservation.of(Reply.SILENCE).isLaggard()).isTrue();
    assertThat(RankObservation.of(Reply.END).isLaggard()).isFalse();
  }

  @Test
  void theTableSaysWhoKeepsTheOthersWaiting() {
    RankObservation waits = new RankObservation(Standing.WAITS, "barrier", "barrier");
    Map<Integer, RankObservation> all =
        new TreeMap<>(Map.of(0, waits, 1, RankObservation.of(Reply.SILENCE)));
    assertThat(new Table("operation 3 on WORLD", 7, all, Map.of(), true).toString())
        .isEqualTo(
            """
            legio: operation 3 on WORLD lasts longer than deadline=7 s; its ranks (in the world):
                  0  waits in it               barrier
                  1  does not answer
            legio: none of them keeps the others waiting: MPI itself does not continue; nobody is ended\
            """);
    all.put(2, new RankObservation(Standing.WAITS_ELSEWHERE, "", "recv"));
    assertThat(new Table("", 7, all, Map.of(), true).toString()).contains("a deadlock of the");
    assertThat(new Table("", 7, all, Map.of(1, RankObservation.of(Reply.SILENCE)), true).toString())
        .endsWith("rank 1 keeps the others waiting and is ended (deadline=7+kill)");
  }

  @Test
  void theTableSaysThatCallsDiffer() {
    RankObservation barrier =
        RankObservation.here(Optional.of(world), 1, List.of(in("barrier", world)));
    Map<Integer, RankObservation> all =
        new TreeMap<>(Map.of(0, barrier, 1, new RankObservation(Standing.WAITS, "bcast", "bcast")));
    assertThat(new Table("", 7, all, Map.of(), true).toString())
        .contains("they wait in different calls, [barrier, bcast]");
  }
}
