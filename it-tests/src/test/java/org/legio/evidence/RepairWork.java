package org.legio.evidence;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.legio.core.settings.Configuration;
import org.legio.hierarchical.HierarchicalLayout;
import org.legio.inprocess.Basic;
import org.legio.inprocess.FaultPlan;
import org.legio.inprocess.InProcessJob;
import org.legio.inprocess.JobResult;
import org.legio.inprocess.Rank;
import org.legio.inprocess.ReduceOp;
import org.legio.protection.Resilience;
import org.legio.ulfm.Collective;
import org.legio.ulfm.CollectiveCall;
import org.legio.ulfm.Collectives;

/**
 * The work of the survivors of one death, counted in the in-process runtime: the work of an
 * allReduce in which a rank dies, minus that of the next one.
 *
 * @param shrinking the number of ranks that shrink a communicator
 * @param agreeing the number of ranks that only agree
 * @param agreements the greatest number of agreements of a rank
 * @param messages the number of messages of all ranks, by the model of {@link CountedUlfm} and m
 *     log2 m for the revocation of a communicator of m
 */
record RepairWork(int shrinking, int agreeing, int agreements, long messages) {
  private static final long SEED = 1;

  /** What a rank has done in the call with the death, and in the next. */
  private record Calls(long stepsBefore, Work disturbed, Work undisturbed) {}

  /** In the flat layout. */
  static RepairWork flat(int ranks, int victim) {
    return of(Map.of("layout", "flat"), ranks, victim);
  }

  /** In the hierarchical layout. */
  static RepairWork hierarchical(int ranks, int localSize, int victim) {
    return of(
        Map.of("layout", "hierarchical:" + localSize), ranks, victim);
  }

  private static RepairWork of(Map<String, String> settings, int ranks, int victim) {
    Map<String, String> byMessages = new HashMap<>(settings);
    byMessages.put("board", "false"); // agreements are counted
    Configuration configuration = Configuration.parse(byMessages, Map.of());
    InProcessJob job = InProcessJob.ofSize(ranks).seed(SEED);
    JobResult whole = job.run(rank -> program(rank, configuration));
    long death = calls(whole, victim).stepsBefore() + 1;
    JobResult result =
        job.faults(FaultPlan.kill(victim, death)).run(rank -> program(rank, configuration));
    return sum(result.survivors().stream().map(rank -> calls(result, rank)).toList(), ranks);
  }

  private static Calls calls(JobResult result, int rank) {
    if (result.value(rank) instanceof Calls calls) {
      return calls;
    }
    throw new IllegalStateException("rank " + rank + " has not come through: " + result);
  }

  private static RepairWork sum(List<Calls> survivors, int ranks) {
    if (survivors.size() != ranks - 1) {
      throw new IllegalStateException(
          survivors.size() + " of " + ranks + " ranks live, not one less");
    }
    int shrinking = 0;
    int agreements = 0;
    double messages = 0;
    Set<Integer> revoked = new HashSet<>();
    for (Calls each : survivors) {
      Work repair = each.disturbed().since(each.undisturbed());
      shrinking += repair.shrinks() > 0 ? 1 : 0;
      agreements = Math.max(agreements, repair.agreements());
      messages += repair.messages();
      revoked.addAll(each.disturbed().revoked());
    }
    return new RepairWork(
        shrinking,
        survivors.size() - shrinking,
        agreements,
        Math.round(messages) + revoked.stream().mapToLong(RepairWork::flood).sum());
  }

  private static long flood(int members) {
    return (long) members * (Integer.SIZE - Integer.numberOfLeadingZeros(members - 1));
  }

  private static Object program(Rank rank, Configuration configuration) throws Exception {
    CountedUlfm ulfm = new CountedUlfm(rank);
    Resilience resilience =
        Resilience.protect(
            rank.pmpi(),
            ulfm,
            rank.binding(),
            rank.job(),
            configuration,
            new HierarchicalLayout(configuration));
    allReduce(rank, resilience);
    long stepsBefore = rank.steps();
    Work before = ulfm.work();
    allReduce(rank, resilience);
    Work between = ulfm.work();
    allReduce(rank, resilience);
    Work after = ulfm.work();
    resilience.end();
    return new Calls(stepsBefore, between.since(before), after.since(between));
  }

  private static void allReduce(Rank rank, Resilience resilience) throws Exception {
    long world = rank.commWorld();
    Collectives collectives = Objects.requireNonNull(resilience.collectives(world));
    CollectiveCall call = collectives.call(Collective.ALL_REDUCE);
    call.sent().at(new int[] {1}, false);
    call.received().at(new int[1], false).items(1, Basic.INT.handle(), Basic.INT.baseType());
    collectives.run(call.reduction(ReduceOp.SUM, ReduceOp.SUM.handle()));
  }
}
