package org.legio.core.repair;

import java.util.Arrays;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.report.RepairRecord;

/** Reports the members that an alias has lost, each of them once. */
final class MemberLosses {
  private final Context context;
  private final long alias;
  private final int[] members;

  /** The members that were present when losses were last reported. */
  private RankTranslation told;

  /** The members that are missing from the beginning are noted as failed, but not reported. */
  MemberLosses(Context context, long alias, int[] members, RankTranslation present) {
    this.context = context;
    this.alias = alias;
    this.members = members;
    this.told = present;
    noteDeaths(present.missing());
  }

  /**
   * Reports the members that are missing and have not been reported before.
   *
   * @param call in which call they were found to be missing
   * @param present the members that are left
   * @param durationNs how long it took to continue without them, in nanoseconds
   */
  void tell(String call, RankTranslation present, long durationNs) throws Exception {
    int[] lost = present.missingSince(told);
    int[] lostInWorld = noteDeaths(lost);
    if (lost.length == 0) { // a repair without a loss: the members have only been brought together
      return;
    }
    told = present;
    context
        .report()
        .repaired(
            members[present.toOriginal(0)] == context.world().rank(),
            new RepairRecord(
                alias,
                CommunicatorName.given(context, alias),
                new RepairRecord.Loss(
                    Arrays.stream(lost).boxed().toList(),
                    Arrays.stream(lostInWorld).boxed().toList(),
                    present.presentCount(),
                    members.length),
                call,
                durationNs));
  }

  /** Records members as failed; returns them as ranks in the world. */
  private int[] noteDeaths(int[] missing) {
    int[] lost = new int[missing.length];
    for (int i = 0; i < missing.length; i++) {
      lost[i] = members[missing[i]];
      context.failedProcesses().note(lost[i]);
    }
    return lost;
  }
}
