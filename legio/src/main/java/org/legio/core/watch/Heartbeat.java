package org.legio.core.watch;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.util.HashMap;
import java.util.Map;
import org.legio.core.ranks.FailedProcesses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends processes that are stopped and do not answer. Algorithm: the ranks of the world form a ring.
 * Each rank sends pings to the next one, and to the ones behind it as long as those before them are
 * silent. A stopped rank that is silent for the patience is killed from its own node; a rank that
 * still runs, after {@link #RUNNING_FACTOR} times the patience.
 */
final class Heartbeat implements Runnable {
  private static final int GLANCES = 8;

  /** How many times longer a process may be silent that is not stopped. */
  private static final int RUNNING_FACTOR = 3;

  private static final Logger LOG = LoggerFactory.getLogger("legio");

  private final WatchedPeers peers;
  private final FailedProcesses failedProcesses;
  private final long patienceNs;
  private final int glanceMs;
  private final Map<Integer, Long> silentSince = new HashMap<>();

  /**
   * Prepares it.
   *
   * @param patienceNs how long a stopped rank may be silent, in nanoseconds
   */
  Heartbeat(WatchedPeers peers, FailedProcesses failedProcesses, long patienceNs) {
    this.peers = peers;
    this.failedProcesses = failedProcesses;
    this.patienceNs = patienceNs;
    this.glanceMs = (int) (NANOSECONDS.toMillis(patienceNs) / GLANCES);
  }

  @Override
  public void run() {
    try {
      for (long before = System.nanoTime(); ; before = System.nanoTime()) {
        Thread.sleep(glanceMs);
        if (System.nanoTime() - before > patienceNs) {
          silentSince.clear(); // this process itself has been stopped meanwhile
        }
        round();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // MPI is being finalized
    }
  }

  private void round() {
    boolean answered = false;
    for (int step = 1; step < peers.size() && !answered; step++) {
      int rank = (peers.own() + step) % peers.size();
      answered = !failedProcesses.isDead(rank) && answers(rank);
    }
  }

  private boolean answers(int rank) {
    long begin = System.nanoTime();
    Reply reply = peers.ask(rank, Question.PING.about(), glanceMs);
    if (reply.kind() != Reply.Kind.SILENT) {
      silentSince.remove(rank);
      return reply.kind() == Reply.Kind.ANSWERED;
    }
    long since = silentSince.computeIfAbsent(rank, r -> begin);
    long silentNs = System.nanoTime() - since;
    if (silentNs >= patienceNs) {
      end(rank, silentNs);
    }
    return false;
  }

  /** Ends a silent rank, later if it is not stopped: it may only lack processor time. */
  private void end(int rank, long silentNs) {
    boolean anyway = silentNs >= RUNNING_FACTOR * patienceNs;
    boolean ended = peers.kill(rank, anyway, glanceMs);
    if (ended || anyway) {
      silentSince.remove(rank);
      LOG.warn(
          "legio: rank {} (process {}) has not answered for {} s (detector={}) and {}",
          rank,
          peers.contact(rank).pid(),
          NANOSECONDS.toSeconds(silentNs),
          NANOSECONDS.toSeconds(patienceNs),
          ended ? "is ended" : "cannot be ended: no rank on its node answers");
    }
  }
}
