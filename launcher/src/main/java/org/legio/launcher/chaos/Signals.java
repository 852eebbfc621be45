package org.legio.launcher.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.legio.agent.Fault;
import org.legio.ulfm.openmpi.Posix;

/** Sends the signals of a plan to the ranks of a job, each at its time. */
final class Signals implements Runnable {
  private static final long POLL_MS = 10;

  private final List<TimedSignal> planned;
  private final RankProcesses ranks;
  private final List<TimedSignal> sent = new CopyOnWriteArrayList<>();

  /**
   * A signal of the operating system, and when it is due in milliseconds after all ranks have
   * begun.
   */
  private record Due(long ms, int number, TimedSignal of) {}

  Signals(List<TimedSignal> planned, RankProcesses ranks) {
    this.planned = planned;
    this.ranks = ranks;
  }

  /** Waits until all ranks have begun, then sends the signals; ends early when interrupted. */
  @Override
  public void run() {
    try {
      while (!ranks.haveBegun()) {
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
      long begin = System.nanoTime();
      for (Due due : inOrder()) {
        TimeUnit.NANOSECONDS.sleep(begin + due.ms() * 1_000_000 - System.nanoTime());
        if (ranks.signal(due.of().rank(), due.number()) && due.number() != Posix.SIGCONT) {
          sent.add(due.of());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the job is over
    }
  }

  private List<Due> inOrder() {
    List<Due> all = new ArrayList<>();
    for (TimedSignal signal : planned) {
      long ms = signal.at().toMillis();
      Fault fault = signal.fault();
      all.add(new Due(ms, fault.equals(Fault.KILL) ? Posix.SIGKILL : Posix.SIGSTOP, signal));
      if (fault.kind() == Fault.Kind.PAUSE) {
        all.add(new Due(ms + TimeUnit.SECONDS.toMillis(fault.seconds()), Posix.SIGCONT, signal));
      }
    }
    all.sort(Comparator.comparingLong(Due::ms));
    return all;
  }

  /** The signals that were not sent, because the job or the rank was over before. */
  List<TimedSignal> missed() {
    return planned.stream().filter(signal -> !sent.contains(signal)).toList();
  }
}
