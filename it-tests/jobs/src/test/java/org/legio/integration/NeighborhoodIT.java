package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A dead neighbor counts as no neighbor: its block stays unchanged, and all other blocks are where
 * they would be without its death. Topologies made after a death keep their size and their
 * numbering.
 */
@Tag("embedded-long")
@SampledRows(every = 8)
class NeighborhoodIT {
  private static final int ROUNDS = 3;
  private static final int LAST = 9;
  private static final int NOTHING = -1;
  private static final int PROC_NULL = -2;

  @ParameterizedTest(name = "{0} ranks, dead: {1}, cart.bridge={2}")
  @CsvSource({
    "2, '', false",
    "4, '', true",
    "4, 1@neighborAllGather:2:before, false",
    "4, 2@neighborAllGather:2:inside, true",
    "4, 3@neighborAllToAll:2:inside, false",
    "4, 0@neighborAllToAll:2:after, true",
    "6, 1@allToAllw:2:inside 2@neighborAllGather:2:before, true",
    "4, 1@neighborAllGather:2:before 2@neighborAllToAll:2:before 3@allToAllw:2:before, true",
  })
  void neighborsOfTheDeadContinue(int ranks, String deaths, boolean bridge) {
    List<Kill> kills = Kill.parse(deaths);
    check(ranks, kills, bridge, deadOf(kills));
  }

  @ParameterizedTest(name = "{0} ranks, dead: {1}, cart.bridge={2}")
  @CsvSource({
    "4, 1@createCart:3:before, false",
    "4, 2@createCart:3:inside, true",
    "4, 0@sub:1:inside, false",
    "4, 3@createGraph:1:inside, false",
    "4, 0@createDistGraph:1:inside, true",
    "4, 1@createCart:3:before 2@sub:1:before 3@createDistGraph:1:before, true",
  })
  void topologiesAreMadeWhileRanksDie(int ranks, String deaths, boolean bridge) {
    check(ranks, Kill.parse(deaths), bridge, new int[0]);
  }

  private static int[] deadOf(List<Kill> kills) {
    return kills.stream().mapToInt(Kill::rank).toArray();
  }

  private static void check(int ranks, List<Kill> kills, boolean bridge, int[] deadInRounds) {
    Outcome outcome =
        Job.of("Neighborhood")
            .on(ranks)
            .killing(kills)
            .policies("cart.bridge=" + bridge)
            .run()
            .succeeded();
    int[] dead = deadOf(kills);
    List<String> expected = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      if (!Kill.kills(kills, rank)) {
        new Expected(ranks, rank, new int[0], 1, expected).addRound();
        new Expected(ranks, rank, deadInRounds, ROUNDS, expected).addRound();
        new Expected(ranks, rank, dead, LAST, expected).addLast(bridge);
      }
    }
    assertThat(outcome.stdout().lines().toList()).as("%s", outcome).containsAll(expected);
  }

  /** What one rank says in one round, some ranks being dead. */
  private static final class Expected {
    private final int size;
    private final int rank;
    private final int[] dead;
    private final int round;
    private final List<String> lines;

    Expected(int size, int rank, int[] dead, int round, List<String> lines) {
      this.size = size;
      this.rank = rank;
      this.dead = dead;
      this.round = round;
      this.lines = lines;
    }

    void addRound() {
      add("ring", given(left(1)), given(right(1)));
      int column = rank % columns();
      int row = rank - column;
      add(
          "grid",
          numbered(above(), 1),
          numbered(below(), 0),
          numbered(row + Math.floorMod(column - 1, columns()), 3),
          numbered(row + Math.floorMod(column + 1, columns()), 2));
      add("everyone", each(size, this::given));
    }

    void addLast(boolean bridge) {
      int column = rank % columns();
      int row = rank - column;
      int before = row + Math.floorMod(column - 1, columns());
      int behind = row + Math.floorMod(column + 1, columns());
      add("late ring", given(left(1)), given(right(1)));
      add("twin", given(left(1)), given(right(1)));
      add("row", given(before), given(behind));
      add("star", rank == 0 ? each(size - 1, i -> given(i + 1)) : new int[] {given(0)});
      add("from left", given(left(1)));
      add("row is", column, columns(), columns());
      add("place", rank);
      add("far place", 1, columns() - 1);
      int[] all = each(size, i -> i);
      add("shift in ring", partner(all, -1, bridge), partner(all, 1, bridge));
      add("shift by two", partner(all, -2, bridge), partner(all, 2, bridge));
      add("shift in grid", unlessPassed(above(), bridge), unlessPassed(below(), bridge));
      int[] own = each(columns(), i -> row + i);
      add(
          "shift in row",
          partner(own, 1, bridge) % columns(),
          partner(own, -1, bridge) % columns());
    }

    private int columns() {
      return size / 2;
    }

    private int left(int far) {
      return Math.floorMod(rank - far, size);
    }

    private int right(int far) {
      return Math.floorMod(rank + far, size);
    }

    private int above() {
      return rank < columns() ? PROC_NULL : rank - columns();
    }

    private int below() {
      return rank < columns() ? rank + columns() : PROC_NULL;
    }

    private boolean isDead(int other) {
      return IntStream.of(dead).anyMatch(d -> d == other);
    }

    private int unlessPassed(int partner, boolean bridge) {
      return bridge && isDead(partner) ? PROC_NULL : partner;
    }

    /** Who is at a distance in a circle, of all or of the living only. */
    private int partner(int[] circle, int far, boolean bridge) {
      int[] places = IntStream.of(circle).filter(r -> !bridge || !isDead(r)).toArray();
      int own = IntStream.of(places).boxed().toList().indexOf(rank);
      return places[Math.floorMod(own + far, places.length)];
    }

    private int given(int by) {
      return isDead(by) ? NOTHING : 100 * round + by;
    }

    private int numbered(int by, int block) {
      return by == PROC_NULL || isDead(by) ? NOTHING : 10 * given(by) + block;
    }

    private static int[] each(int length, IntUnaryOperator value) {
      return IntStream.range(0, length).map(value).toArray();
    }

    private void add(String what, int... numbers) {
      lines.add("rank " + rank + " round " + round + " " + what + ": " + Arrays.toString(numbers));
    }
  }
}
