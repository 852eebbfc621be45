package org.legio.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.legio.ulfm.openmpi.Posix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills this process by SIGKILL, or stops it, at the calls that a {@link KillPlan} names. Only the
 * woven code of those calls calls it.
 */
public final class FaultInjector {
  private static KillPlan plan = KillPlan.NONE;
  private static final Map<String, Integer> COUNTS = new HashMap<>();

  private static final Set<Kill> CARRIED_OUT = new HashSet<>();

  /** The watched calls that this thread is in, the innermost first. */
  private static final ThreadLocal<Deque<Entered>> ENTERED =
      ThreadLocal.withInitial(ArrayDeque::new);

  /** One of this rank's calls of a name: other threads may have begun later ones since. */
  private record Entered(String call, int nth) {}

  private FaultInjector() {}

  static synchronized void arm(KillPlan ownPlan) {
    plan = ownPlan;
  }

  /** How often each watched call has been made. */
  static synchronized Map<String, Integer> counts() {
    return Map.copyOf(COUNTS);
  }

  /** Woven code calls it at the begin of a call. */
  public static synchronized void entering(String call) {
    int nth = COUNTS.merge(call, 1, Integer::sum);
    Entered entered = new Entered(call, nth);
    ENTERED.get().push(entered);
    carryOut(entered, Kill.When.BEFORE);
  }

  /** Called when this thread is about to agree. */
  static synchronized void agreeing() {
    Entered entered = ENTERED.get().peek();
    if (entered != null) {
      carryOut(entered, Kill.When.INSIDE);
    }
  }

  /** Woven code calls it at the end of a call, whether it has succeeded or failed. */
  public static synchronized void leaving() {
    agreeing(); // a call without an agreement
    carryOut(ENTERED.get().pop(), Kill.When.AFTER);
  }

  private static void carryOut(Entered entered, Kill.When when) {
    plan.kills().stream()
        .filter(k -> k.call().equals(entered.call()) && k.nth() == entered.nth())
        .filter(k -> k.when() == when && !CARRIED_OUT.contains(k))
        .findFirst()
        .ifPresent(FaultInjector::doTo);
  }

  private static void doTo(Kill kill) {
    Fault fault = kill.fault();
    CARRIED_OUT.add(kill);
    RankFiles.faultInjected(kill);
    log()
        .warn("legio: rank {}: {}, as asked for by kill={}", kill.rank(), fault.participle(), kill);
    if (fault.kind() == Fault.Kind.PAUSE) {
      continueAfter(fault.seconds());
    }
    if (fault.kind() == Fault.Kind.HOST) {
      ProcessHandle.current().parent().orElseThrow().destroyForcibly();
    }
    Posix.raise(fault.isDeath() ? Posix.SIGKILL : Posix.SIGSTOP);
  }

  /** Tells which of this rank's kills have not happened; returns whether there are any. */
  static synchronized boolean tellMissed() {
    List<Kill> missed = plan.kills().stream().filter(kill -> !CARRIED_OUT.contains(kill)).toList();
    for (Kill kill : missed) {
      log()
          .warn(
              "legio: kill={} has not happened: rank {} has called {} {} times",
              kill,
              kill.rank(),
              kill.call(),
              COUNTS.getOrDefault(kill.call(), 0));
    }
    return !missed.isEmpty();
  }

  private static Logger log() {
    return LoggerFactory.getLogger("legio");
  }

  /** Starts a process that continues this one, which cannot do so itself while it is stopped. */
  private static void continueAfter(int seconds) {
    try {
      new ProcessBuilder("sh", "-c", "sleep " + seconds + "; kill -CONT " + Posix.getpid()).start();
    } catch (IOException e) {
      throw new UncheckedIOException("sh cannot be started: a pause would have no end", e);
    }
  }
}
