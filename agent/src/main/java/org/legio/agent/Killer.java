package org.legio.agent;

import java.util.HashMap;
import java.util.Map;
import org.legio.ulfm.openmpi.Posix;

/**
 * Kills this process with SIGKILL when a {@link KillPlan} says so. Called from woven code, only
 * where the plan names the call.
 */
public final class Killer {
  private static KillPlan plan = KillPlan.NONE;
  private static final Map<String, Integer> COUNTS = new HashMap<>();

  /** Whether a kill is due at the next agreement of this thread. */
  private static final ThreadLocal<Boolean> DUE = ThreadLocal.withInitial(() -> false);

  private Killer() {}

  static synchronized void arm(KillPlan ownPlan) {
    plan = ownPlan;
  }

  /** A call begins. */
  public static synchronized void entering(String call) {
    int nth = COUNTS.merge(call, 1, Integer::sum);
    carryOut(call, nth, KillPlan.When.BEFORE);
    DUE.set(isDue(call, nth, KillPlan.When.INSIDE));
  }

  /** The ranks are about to agree. */
  static synchronized void agreeing() {
    if (DUE.get()) {
      kill();
    }
  }

  /** A call ends. */
  public static synchronized void leaving(String call) {
    DUE.set(false);
    carryOut(call, COUNTS.getOrDefault(call, 0), KillPlan.When.AFTER);
  }

  private static void carryOut(String call, int nth, KillPlan.When when) {
    if (isDue(call, nth, when)) {
      kill();
    }
  }

  private static boolean isDue(String call, int nth, KillPlan.When when) {
    return plan.kills().stream()
        .anyMatch(k -> k.call().equals(call) && k.nth() == nth && k.when() == when);
  }

  private static void kill() {
    Posix.kill(Posix.getpid(), Posix.SIGKILL);
  }
}
