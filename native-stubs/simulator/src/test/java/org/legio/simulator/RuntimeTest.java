package org.legio.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.runtime.engine.MpiError;
import org.legio.runtime.engine.MpiErrorException;
import org.legio.runtime.engine.Predefined;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;

/** The runtime runs programs, replays them exactly, and fails them as a faulty MPI does. */
@Timeout(60)
class RuntimeTest {
  private static final long INT = Basic.INT.handle();
  private static final int INT_BASE = Basic.INT.baseType();
  private static final int SEEDS = 100;

  /** {@code mpi.Comm.TYPE_SHARED}. */
  private static final int SHARED = 0;

  private static void sum(Rank rank, long comm, int[] in, int[] out) throws Exception {
    CollectiveCall call =
        new CollectiveCall()
            .of(Collective.ALL_REDUCE)
            .reduction(ReduceOp.SUM, ReduceOp.SUM.handle());
    call.sent().at(in, false);
    call.received().at(out, false).items(in.length, INT, INT_BASE);
    rank.pmpi().collective(comm, call);
  }

  private static void barrier(Rank rank) throws Exception {
    rank.pmpi().collective(rank.commWorld(), new CollectiveCall().of(Collective.BARRIER));
  }

  private static Pmpi returning(Rank rank) throws Exception {
    rank.pmpi().setErrhandler(rank.commWorld(), rank.binding().errorsReturn());
    return rank.pmpi();
  }

  /** A sum of {double, int} would take the bits of the one for the other. */
  @Test
  void predefinedOperationsAreRefusedForDerivedTypes() {
    JobResult result =
        SimulatedJob.ofSize(2)
            .run(
                rank -> {
                  Pmpi pmpi = returning(rank);
                  long pair = rank.types().contiguous(2, INT);
                  CollectiveCall call =
                      new CollectiveCall()
                          .of(Collective.ALL_REDUCE)
                          .reduction(ReduceOp.SUM, ReduceOp.SUM.handle());
                  call.sent().at(new int[2], false);
                  call.received().at(new int[2], false).items(1, pair, INT_BASE);
                  try {
                    pmpi.collective(rank.commWorld(), call);
                    return "summed";
                  } catch (MpiErrorException e) {
                    return e.errorClass();
                  }
                });
    assertThat(result.value(0)).isEqualTo(MpiError.OP);
    assertThat(result.value(1)).isEqualTo(MpiError.OP);
  }

  @Test
  void anEmptyGroupIsFreedLikeAnyOther() {
    JobResult result =
        SimulatedJob.ofSize(1)
            .run(
                rank -> {
                  Pmpi pmpi = returning(rank);
                  long all = pmpi.getGroup(rank.commWorld());
                  long none = pmpi.groupIncl(all, new int[0]);
                  pmpi.groupFree(all);
                  return pmpi.groupSize(none) + " " + pmpi.groupFree(none);
                });
    assertThat(result.value(0)).isEqualTo("0 " + Predefined.GROUP_NULL);
    assertThat(result.rank(0).open()).isEmpty();
  }

  @Test
  void ranksOfAHostShareItsMemory() {
    JobResult result =
        SimulatedJob.ofSize(5)
            .ranksPerHost(2)
            .run(
                rank -> {
                  Pmpi pmpi = rank.pmpi();
                  long host =
                      pmpi.splitType(
                          rank.commWorld(), SHARED, -rank.worldRank(), rank.binding().infoNull());
                  return pmpi.getRank(host) + " of " + pmpi.getSize(host);
                });
    assertThat(IntStream.range(0, 5).mapToObj(result::value))
        .containsExactly("1 of 2", "0 of 2", "1 of 2", "0 of 2", "0 of 1");
  }

  private static MessageCall received(int[] into, int source, int tag, long[] status) {
    MessageCall call = new MessageCall().of(PointToPoint.RECEIVE).from(source, tag);
    call.received().at(into, false).items(1, INT, INT_BASE);
    return call.status(status);
  }

  @Test
  void messagesDoNotOvertakeEachOther() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      JobResult result =
          SimulatedJob.ofSize(3)
              .seed(seed)
              .run(
                  rank -> {
                    Pmpi pmpi = rank.pmpi();
                    long world = rank.commWorld();
                    if (rank.worldRank() < 2) {
                      for (int i = 0; i < 10; i++) {
                        MessageCall call = new MessageCall().of(PointToPoint.SEND).to(2, 7);
                        call.sent().at(new int[] {i}, false).items(1, INT, INT_BASE);
                        pmpi.message(world, call);
                      }
                      return null;
                    }
                    int[] next = new int[2];
                    for (int i = 0; i < 20; i++) {
                      int[] data = new int[1];
                      long[] status = new long[6];
                      pmpi.message(world, received(data, MpiConstants.ANY_SOURCE, 7, status));
                      assertThat(data[0]).isEqualTo(next[(int) status[0]]++);
                    }
                    return "all in order";
                  });
      assertThat(result.value(2)).as(result.toString()).isEqualTo("all in order");
    }
  }

  @Test
  void aSeedReplaysExactly() {
    for (long seed = 1; seed <= 20; seed++) {
      SimulatedJob job = SimulatedJob.ofSize(4).seed(seed).faults(FaultPlan.kill(1, 9)).traced();
      JobResult first = job.run(RuntimeTest::sumsInVain);
      JobResult second = job.run(RuntimeTest::sumsInVain);
      assertThat(second.trace()).isEqualTo(first.trace()).isNotEmpty();
      assertThat(second.toString()).isEqualTo(first.toString());
    }
  }

  private static Object sumsInVain(Rank rank) throws Exception {
    returning(rank);
    int[] out = new int[1];
    try {
      for (int i = 0; i < 5; i++) {
        sum(rank, rank.commWorld(), new int[] {1}, out);
      }
      return out[0];
    } catch (MpiErrorException e) {
      rank.ulfm().revoke(rank.commWorld());
      return e.errorClass();
    }
  }

  @Test
  void aCollectiveIsTracedByTheNameOfItsForm() {
    JobResult result =
        SimulatedJob.ofSize(2)
            .traced()
            .run(
                rank -> {
                  barrier(rank);
                  CollectiveCall call = new CollectiveCall().of(Collective.BARRIER);
                  return rank.pmpi().waitFor(rank.pmpi().startCollective(rank.commWorld(), call));
                });
    assertThat(result.trace()).contains("rank 0 barrier", "rank 1 barrier", "rank 1 iBarrier");
  }

  @Test
  void collectivesFailNonUniformly() {
    assertThat(seenWhenRankTwoDies(RuntimeTest::broadcastAndRevoke, 0, 1, 3))
        .contains("done done failed", "done done done");
  }

  private static Object broadcastAndRevoke(Rank rank) throws Exception {
    returning(rank);
    try {
      broadcast(rank, new int[] {rank.worldRank()});
      return "done";
    } catch (MpiErrorException e) {
      rank.ulfm().revoke(rank.commWorld());
      return "failed";
    }
  }

  private static void broadcast(Rank rank, int[] data) throws Exception {
    CollectiveCall call = new CollectiveCall().of(Collective.BCAST).root(0);
    call.received().at(data, false).items(1, INT, INT_BASE);
    rank.pmpi().collective(rank.commWorld(), call);
  }

  /** What some of four ranks return while another one dies, in all interleavings that are tried. */
  private static Set<String> seenWhenRankTwoDies(Program program, int... survivors) {
    Set<String> seen = new TreeSet<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      JobResult result =
          SimulatedJob.ofSize(4).seed(seed).faults(FaultPlan.kill(2, 1 + seed % 8)).run(program);
      assertThat(result.deadlock()).as(result.toString()).isEmpty();
      seen.add(
          IntStream.of(survivors)
              .mapToObj(rank -> String.valueOf(result.value(rank)))
              .collect(Collectors.joining(" ")));
    }
    return seen;
  }

  @Test
  void agreementsAreUniformWhoeverDiesWhenever() {
    for (long seed = 1; seed <= 10; seed++) {
      for (int one = 0; one < 4; one++) {
        for (int step = 1; step <= 5; step++) {
          for (int other = 0; other < 4; other++) {
            FaultPlan plan = FaultPlan.kill(one, step).andKill(other, 2 + step % 3);
            JobResult result =
                SimulatedJob.ofSize(4).seed(seed).faults(plan).run(RuntimeTest::agreeAndShrink);
            TreeSet<String> results = new TreeSet<>();
            for (int survivor : result.survivors()) {
              results.add(String.valueOf(result.value(survivor)));
            }
            assertThat(results).as(result.toString()).hasSizeLessThan(2);
          }
        }
      }
    }
  }

  @Test
  void whoIsAnnouncedToHaveFailedIsWaitedForByNobody() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      JobResult result =
          SimulatedJob.ofSize(4)
              .seed(seed)
              .run(
                  rank -> {
                    if (rank.worldRank() == 0) {
                      rank.job().announceFailure(1);
                      rank.job().announceFailure(1);
                    }
                    return rank.worldRank() == 1 ? "lives" : agreeAndShrink(rank);
                  });
      assertThat(result.deadlock()).as(result.toString()).isEmpty();
      assertThat(result.value(1)).isEqualTo("lives");
      for (int survivor : new int[] {0, 2, 3}) {
        assertThat(result.value(survivor).toString()).as(result.toString()).endsWith(" 3");
      }
    }
  }

  /** A root whose broadcast has failed may change its buffer, of which others still get the old. */
  @Test
  void whatAFailedCollectiveStillSendsDoesNotChange() {
    assertThat(seenWhenRankTwoDies(RuntimeTest::broadcastAndChange, 0, 1))
        .contains("failed 7")
        .doesNotContain("failed -1");
  }

  private static Object broadcastAndChange(Rank rank) throws Exception {
    returning(rank);
    int[] data = {rank.worldRank() == 0 ? 7 : 0};
    Object outcome;
    try {
      broadcast(rank, data);
      outcome = data[0];
    } catch (MpiErrorException e) {
      outcome = "failed";
      data[0] = -1;
      for (int i = 0; i < 20; i++) { // lets others ask for what they have not got
        rank.compute();
      }
      rank.ulfm().revoke(rank.commWorld());
    }
    return outcome;
  }

  private static Object agreeAndShrink(Rank rank) throws Exception {
    Agreement agreement = rank.ulfm().agree(rank.commWorld(), rank.worldRank() != 3);
    long shrunk = rank.ulfm().shrink(rank.commWorld());
    long members = rank.pmpi().getGroup(shrunk);
    int size = rank.pmpi().groupSize(members);
    return agreement + " " + size;
  }

  @Test
  void whoWaitsInVainIsReported() {
    JobResult result =
        SimulatedJob.ofSize(2)
            .run(
                rank -> {
                  if (rank.worldRank() == 0) {
                    rank.pmpi().message(rank.commWorld(), received(new int[1], 1, 0, new long[6]));
                  } else {
                    while (rank.pmpi().iProbe(rank.commWorld(), 0, 0) == null) {
                      rank.compute();
                    }
                  }
                  return null;
                });
    assertThat(result.deadlock())
        .hasValueSatisfying(
            dump ->
                assertThat(dump)
                    .contains("rank 0 waits for its receive from 1, tag 0")
                    .contains("rank 1 keeps asking"));
    assertThat(result.rank(0).ending()).isEqualTo(JobResult.Ending.ENDED);
  }

  @Test
  void goingRoundInCirclesIsReported() {
    JobResult result =
        SimulatedJob.ofSize(2)
            .seed(1)
            .run(
                rank -> {
                  while (true) {
                    barrier(rank);
                  }
                });
    assertThat(result.deadlock())
        .hasValueSatisfying(dump -> assertThat(dump).contains("more than 300000 steps"));
  }

  /** A context's number is not used again, or messages would be counted with those before them. */
  @Test
  void aCommunicatorOfTheSameGroupsIsAnotherOne() {
    JobResult result = SimulatedJob.ofSize(2).run(RuntimeTest::joinsHalves);
    assertThat(result.value(0)).as(result.toString()).isEqualTo(6);
    assertThat(result.value(1)).as(result.toString()).isEqualTo(6);
  }

  /** Joins two groups of one rank, adds up and frees all, three times; returns all sums' sum. */
  private static Object joinsHalves(Rank rank) throws Exception {
    Pmpi pmpi = rank.pmpi();
    int own = rank.worldRank();
    int[] out = new int[1];
    int total = 0;
    for (int round = 0; round < 3; round++) {
      long half = pmpi.split(rank.commWorld(), own, 0);
      long bridge = pmpi.createIntercomm(rank.commWorld(), half, 0, 1 - own, 5);
      long whole = pmpi.merge(rank.binding().newRequest(bridge), own == 1);
      sum(rank, whole, new int[] {1}, out);
      total += out[0];
      pmpi.free(whole);
      pmpi.free(bridge);
      pmpi.free(half);
    }
    return total;
  }

  @Test
  void anIntercommunicatorIsUnequalToItsOwnGroups() {
    JobResult result =
        SimulatedJob.ofSize(4)
            .run(
                rank -> {
                  Pmpi pmpi = rank.pmpi();
                  int own = rank.worldRank() / 2;
                  long half = pmpi.split(rank.commWorld(), own, 0);
                  long bridge = pmpi.createIntercomm(rank.commWorld(), half, 0, 2 - 2 * own, 5);
                  long same = pmpi.dup(bridge);
                  int[] results = {pmpi.compare(bridge, half), pmpi.compare(bridge, same)};
                  pmpi.free(same);
                  pmpi.free(bridge);
                  pmpi.free(half);
                  return results;
                });
    assertThat(result.value(0))
        .as(result.toString())
        .isEqualTo(new int[] {MpiConstants.UNEQUAL, MpiConstants.CONGRUENT});
  }

  @Test
  void oneThousandRanksAreFew() {
    JobResult result =
        SimulatedJob.ofSize(1024)
            .seed(3)
            .run(
                rank -> {
                  int[] out = new int[1];
                  sum(rank, rank.commWorld(), new int[] {rank.worldRank()}, out);
                  barrier(rank);
                  return out[0];
                });
    assertThat(result.value(1023)).as(result.deadlock().toString()).isEqualTo(1023 * 512);
  }
}
