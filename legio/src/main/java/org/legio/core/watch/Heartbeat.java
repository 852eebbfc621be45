package org.legio.core.watch;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.legio.core.Deaths;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends processes that do not answer for so long: each rank looks after the next one in the world,
 * and after those behind it as far as they are silent.
 */
final class Heartbeat implements Runnable {
  private static final int GLANCES = 8;
  private static final double NS_PER_S = 1e9;
  private static final Logger LOG = LoggerFactory.getLogger("legio");

  private final Peers peers;
  private final Deaths deaths;
  private final long patienceNs;
  private final int glanceMs;
  private final Map<Integer, Long> silentSince = new HashMap<>();

  /**
   * Prepares it.
   *
   * @param patienceNs how long a rank may be silent
   */
  Heartbeat(Peers peers, Deaths deaths, long patienceNs) {
    this.peers = peers;
    this.deaths = deaths;
    this.patienceNs = patienceNs;
    this.glanceMs = (int) (TimeUnit.NANOSECONDS.toMillis(patienceNs) / GLANCES);
  }

  @Override
  public void run() {
    try {
      for (long before = System.nanoTime(); ; before = System.nanoTime()) {
        Thread.sleep(glanceMs);
        if (System.nanoTime() - before > patienceNs / 2) {
          silentSince.clear(); // this process itself has been stopped meanwhile
        }
        round();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // MPI is being finalised
    }
  }

  private void round() {
    boolean answered = false;
    for (int step = 1; step < peers.size() && !answered; step++) {
      int rank = (peers.own() + step) % peers.size();
      answered = !deaths.isDead(rank) && answers(rank);
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
    if (System.nanoTime() - since >= patienceNs) {
      end(rank);
    }
    return false;
  }

  private void end(int rank) {
    silentSince.remove(rank);
    boolean ended = peers.kill(rank, glanceMs);
    LOG.warn(
        "legio: rank {} (process {}) has not answered for detector={} s and {}",
        rank,
        peers.contact(rank).pid(),
        patienceNs / NS_PER_S,
        ended ? "is ended" : "cannot be ended: no rank on its node answers");
  }
}
