package org.legio.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;

/** Grids, graphs, exchanges between neighbors and between two groups. */
@Timeout(60)
class NeighborsTest {
  private static final long INT = Basic.INT.handle();
  private static final int INT_BASE = Basic.INT.baseType();
  private static final int SEEDS = 30;

  private static int[] exchanged(Rank rank, long comm, int neighbors) throws Exception {
    int[] send = new int[neighbors];
    Arrays.setAll(send, i -> 10 * rank.worldRank() + i);
    int[] received = new int[neighbors];
    Arrays.fill(received, -1);
    CollectiveCall call = new CollectiveCall().of(Collective.NEIGHBOR_ALL_TO_ALL);
    call.sent().at(send, false).items(1, INT, INT_BASE);
    call.received().at(received, false).items(1, INT, INT_BASE);
    rank.pmpi().collective(comm, call);
    return received;
  }

  private static void expectEverywhere(int size, Program program, Object... values) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      JobResult result = SimulatedJob.ofSize(size).seed(seed).run(program);
      for (int rank = 0; rank < size; rank++) {
        assertThat(result.value(rank)).as(result.toString()).isEqualTo(values[rank]);
      }
    }
  }

  @Test
  void aRingOfTwoTellsBothNeighborsApart() {
    expectEverywhere(
        2,
        rank -> {
          long ring =
              rank.pmpi().createCart(rank.commWorld(), new int[] {2}, new boolean[] {true}, false);
          return Arrays.toString(exchanged(rank, ring, 2));
        },
        "[11, 10]",
        "[1, 0]");
  }

  @Test
  void aLineHasNobodyBeyondItsEnds() {
    expectEverywhere(
        3,
        rank -> {
          long line =
              rank.pmpi().createCart(rank.commWorld(), new int[] {3}, new boolean[] {false}, false);
          TopologyAnswers.Shift shift = (TopologyAnswers.Shift) rank.pmpi().cartShift(line, 0, 1);
          return Arrays.toString(exchanged(rank, line, 2))
              + (shift.destination() == MpiConstants.PROC_NULL);
        },
        "[-1, 10]false",
        "[1, 20]false",
        "[11, -1]true");
  }

  @Test
  void edgesThatAnyRankHasNamedAreFound() {
    expectEverywhere(
        3,
        rank -> {
          boolean isFirst = rank.worldRank() == 0; // it names all: 0 to 1, 1 to 2, 2 to 0
          int[] sources = isFirst ? new int[] {0, 1, 2} : new int[0];
          int[] degrees = isFirst ? new int[] {1, 1, 1} : new int[0];
          int[] destinations = isFirst ? new int[] {1, 2, 0} : new int[0];
          long ring =
              rank.pmpi()
                  .createDistGraph(
                      rank.commWorld(),
                      sources,
                      degrees,
                      destinations,
                      new int[0],
                      0,
                      false,
                      false);
          return exchanged(rank, ring, 1)[0];
        },
        20,
        0,
        10);
  }

  @Test
  void aSliceOfAGridHoldsItsRow() {
    expectEverywhere(
        4,
        rank -> {
          long grid =
              rank.pmpi()
                  .createCart(
                      rank.commWorld(), new int[] {2, 2}, new boolean[] {true, false}, false);
          long row = rank.pmpi().cartSub(grid, new boolean[] {false, true});
          long group = rank.pmpi().getGroup(row);
          long world = rank.pmpi().getGroup(rank.commWorld());
          return Arrays.toString(rank.pmpi().translateRanks(group, new int[] {0, 1}, world));
        },
        "[0, 1]",
        "[0, 1]",
        "[2, 3]",
        "[2, 3]");
  }

  @Test
  void twoGroupsTalkAndMerge() {
    expectEverywhere(
        3,
        rank -> {
          Pmpi pmpi = rank.pmpi();
          long world = rank.commWorld();
          boolean isLow = rank.worldRank() < 2;
          long own = pmpi.split(world, isLow ? 0 : 1, 0);
          long inter = pmpi.createIntercomm(world, own, 0, isLow ? 2 : 0, 5);
          Object self = rank.binding().newRequest(inter);
          int[] data = {rank.worldRank()};
          MessageCall call = new MessageCall().to(0, 1).from(0, 1).status(new long[6]);
          call.sent().at(data, false).items(1, INT, INT_BASE);
          call.received().as(call.sent());
          if (rank.worldRank() == 0) {
            pmpi.message(inter, call.of(PointToPoint.SEND));
          } else if (!isLow) {
            pmpi.message(inter, call.of(PointToPoint.RECEIVE));
          }
          long merged = pmpi.merge(self, isLow);
          return pmpi.getRemoteSize(self) + " " + pmpi.getRank(merged) + " " + data[0];
        },
        "1 1 0",
        "1 2 1",
        "2 0 0");
  }
}
