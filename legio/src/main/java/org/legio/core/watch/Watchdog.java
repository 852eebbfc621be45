package org.legio.core.watch;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.legio.core.FailedProcesses;
import org.legio.core.positions.OperationCounter;
import org.legio.core.positions.Positions;
import org.legio.ulfm.Job;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees when a collective lasts longer than it may. The lowest-ranked member that waits in it then
 * tells where all members are and, if that is wanted, ends those who keep the others waiting.
 */
final class Watchdog implements Runnable {
  private static final int ANSWER_PATIENCE_MS = 5000;
  private static final int SHORTEST_LOOK_MS = 50;
  private static final int LONGEST_LOOK_MS = 1000;
  private static final int LOOKS = 8;
  private static final int AT_ONCE = 16;
  private static final Logger LOG = LoggerFactory.getLogger("legio");

  /** As of a process that SIGTERM has told to end: a fault, no failure of the program. */
  private static final int CRASH_STATUS = 143;

  /** An operation of a communicator. */
  private record Operation(long id, long number) {}

  /** Since when an operation has been under way here. */
  private record Stay(long number, long sinceNs) {}

  private final Positions positions;
  private final FailedProcesses failedProcesses;
  private final Peers peers;
  private final long deadlineNs;
  private final boolean killsLaggards;
  private final Job job;
  private final long lookMs;
  private final Map<OperationCounter, Stay> stays = new HashMap<>();

  /** When this rank has seen to an operation last. */
  private final Map<Operation, Long> seenTo = new HashMap<>();

  private final BlockingQueue<Operation> handedOver = new LinkedBlockingQueue<>();

  /**
   * Prepares it.
   *
   * @param deadlineNs how long a collective may last
   * @param killsLaggards whether those who keep others waiting are ended
   * @param job by which this process is ended, and others told of one that has
   */
  Watchdog(
      Positions positions,
      FailedProcesses failedProcesses,
      Peers peers,
      long deadlineNs,
      boolean killsLaggards,
      Job job) {
    this.positions = positions;
    this.failedProcesses = failedProcesses;
    this.peers = peers;
    this.deadlineNs = deadlineNs;
    this.killsLaggards = killsLaggards;
    this.job = job;
    long look = NANOSECONDS.toMillis(deadlineNs) / LOOKS;
    this.lookMs = Math.max(SHORTEST_LOOK_MS, Math.min(LONGEST_LOOK_MS, look));
  }

  @Override
  public void run() {
    try {
      while (true) {
        long begin = System.nanoTime();
        Operation asked = handedOver.poll(lookMs, MILLISECONDS);
        if (System.nanoTime() - begin > deadlineNs + MILLISECONDS.toNanos(lookMs)) {
          stays.clear(); // this process itself has been stopped meanwhile
        }
        if (asked != null) {
          find(asked.id()).ifPresent(c -> expire(c, asked.number()));
        }
        look(System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // MPI is being finalised
    }
  }

  private void look(long now) {
    positions.now(); // so that it is known since when
    for (OperationCounter communicator : positions.communicators()) {
      if (!communicator.isInOperation()) {
        stays.remove(communicator);
        continue;
      }
      long number = communicator.current();
      Stay stay = stays.get(communicator);
      if (stay == null || stay.number() != number) {
        stays.put(communicator, new Stay(number, now));
      } else if (now - stay.sinceNs() >= deadlineNs) {
        stays.remove(communicator); // looked at again after another deadline
        expire(communicator, number);
      }
    }
  }

  /** The lowest rank that waits sees to it. */
  private void expire(OperationCounter communicator, long number) {
    String question = Question.EXPIRE.about(communicator.id(), number);
    List<Integer> lower =
        livingOthers(communicator).stream().filter(rank -> rank < peers.own()).sorted().toList();
    for (int first = 0; first < lower.size(); first += AT_ONCE) {
      List<Integer> some = lower.subList(first, Math.min(first + AT_ONCE, lower.size()));
      if (peers.ask(some, question, ANSWER_PATIENCE_MS).values().stream()
          .anyMatch(reply -> reply.is(Question.YES))) {
        return;
      }
    }
    seeTo(communicator, number);
  }

  private List<Integer> livingOthers(OperationCounter communicator) {
    return IntStream.of(communicator.members())
        .filter(rank -> rank != peers.own() && !failedProcesses.isDead(rank))
        .boxed()
        .toList();
  }

  private void seeTo(OperationCounter communicator, long number) {
    Operation operation = new Operation(communicator.id(), number);
    Long last = seenTo.get(operation);
    if (last != null && System.nanoTime() - last < deadlineNs) {
      return; // others have handed it over as well
    }
    String question = Question.WHERE.about(communicator.id(), number);
    Map<Integer, RankObservation> observations = new TreeMap<>();
    peers
        .ask(livingOthers(communicator), question, ANSWER_PATIENCE_MS)
        .forEach((rank, reply) -> observations.put(rank, RankObservation.of(reply)));
    observations.put(peers.own(), here(communicator.id(), number));
    if (!communicator.isInOperation() || communicator.current() != number) {
      return; // it has gone on meanwhile
    }
    Map<Integer, RankObservation> laggards = new TreeMap<>(observations);
    laggards.values().removeIf(observation -> !observation.isLaggard());
    seenTo.put(operation, System.nanoTime());
    if (last == null) {
      String what = "operation " + number + " on " + communicator.label();
      long seconds = NANOSECONDS.toSeconds(deadlineNs);
      LOG.warn("{}", new Table(what, seconds, observations, laggards, killsLaggards));
    }
    observations.forEach(
        (rank, observation) -> {
          if (observation.standing() == RankObservation.Standing.GONE) {
            job.announceFailure(rank);
          }
        });
    if (killsLaggards) {
      laggards.forEach((rank, observation) -> end(rank, observation, communicator.id(), number));
    }
  }

  /** How this rank stands to an operation. */
  RankObservation here(long id, long number) {
    return RankObservation.here(find(id), number, positions.now());
  }

  private void end(int rank, RankObservation observation, long id, long number) {
    if (rank == peers.own()) {
      job.crash(CRASH_STATUS);
    } else if (observation.standing() == RankObservation.Standing.LAGS) {
      peers.ask(rank, Question.END.about(id, number), ANSWER_PATIENCE_MS);
    } else if (!peers.kill(rank, true, ANSWER_PATIENCE_MS)) {
      LOG.warn("legio: rank {} cannot be ended: no rank on its node answers", rank);
    }
  }

  private Optional<OperationCounter> find(long id) {
    return positions.communicators().stream().filter(c -> c.id() == id).findFirst();
  }

  // ------------------------------------------------------------------ what others ask

  /** Whether this rank waits in an operation; then it, or one below it, sees to it. */
  boolean takesOver(long id, long number) {
    boolean waits = find(id).filter(c -> c.isInOperation() && c.current() == number).isPresent();
    if (waits) {
      handedOver.add(new Operation(id, number));
    }
    return waits;
  }

  /** Ends this process if it keeps others waiting. */
  boolean endsIfLagging(long id, long number) {
    boolean lags = here(id, number).standing() == RankObservation.Standing.LAGS;
    if (lags) {
      job.crash(CRASH_STATUS);
    }
    return lags;
  }
}
