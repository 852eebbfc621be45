package org.legio.bench.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * A run in which a process dies when a third of the work is done, or the same without a death.
 *
 * @param beneath how its ranks survive
 * @param isKilled whether a process of rank 1 dies
 * @param hasCheckpoints whether the program makes checkpoints
 */
record Death(Variant beneath, boolean isKilled, boolean hasCheckpoints) {
  private static final int COLLECTIVES = 2; // in a round

  /** Without a death; then each way to survive one, also with checkpoints where they shorten it. */
  static final List<Death> AT_A_THIRD = all();

  private static List<Death> all() {
    List<Death> all = new ArrayList<>(List.of(new Death(Variant.SINGLE, false, false)));
    Variant.SURVIVALS.forEach(beneath -> all.add(new Death(beneath, true, false)));
    all.add(new Death(Variant.RESTARTED, true, true));
    return List.copyOf(all);
  }

  /** The name in the report, which begins with that of the way to survive. */
  String label() {
    return beneath.name()
        + (hasCheckpoints ? " with checkpoints" : "")
        + (isKilled ? " (1 death at a third)" : " (no death)");
  }

  /** The configuration of a program that does its work twice, the first time as a warm-up. */
  Variant of(int work) {
    int call = COLLECTIVES * (work + work / 3);
    return isKilled ? beneath.killing("1.0@allReduce:" + call) : beneath;
  }
}
