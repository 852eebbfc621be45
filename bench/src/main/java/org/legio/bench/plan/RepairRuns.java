package org.legio.bench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.legio.bench.plan.Run.Program;
import org.legio.bench.programs.RepairTimes;

/**
 * Jobs with two deaths. The first death of a job only loads code; the second is that of a master or
 * of another rank, in turn.
 */
final class RepairRuns {
  private static final int FIRST_VICTIM = 1;
  private static final int FLAT = 2; // no layout has a role for its ranks

  private RepairRuns() {}

  /** One job for each configuration with at least two locals, or without any. */
  static List<Run> of(List<Variant> configurations, int ranks, int round) {
    List<Run> runs = new ArrayList<>();
    for (Variant beneath : configurations) {
      OptionalInt local = SizeOfLocals.in(beneath.name(), ranks);
      if (local.orElse(FLAT) < ranks) {
        boolean isByHand = beneath.agent().isEmpty() && beneath.preloaded().isEmpty();
        List<String> arguments =
            List.of(
                isByHand ? "by-hand" : "library",
                FIRST_VICTIM + "=first death",
                second(local.orElse(FLAT), ranks, round % 2 == 0));
        Program program = new Program(RepairTimes.class, arguments);
        runs.add(new Run(Part.REPAIR, beneath.name(), beneath, ranks, round, program, 1));
      }
    }
    return runs;
  }

  /** The master of the second local; or who follows it, or is the last of the first local. */
  private static String second(int local, int ranks, boolean isMaster) {
    if (isMaster) {
      return local + "=death of a master";
    }
    int other = local + 1 < ranks ? local + 1 : local - 1;
    return other + "=death of a non-master";
  }
}
