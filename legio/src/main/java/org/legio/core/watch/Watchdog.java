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
import org.legio.core.positions.OperationCounter;
import org.legio.core.positions.Positions;
import org.legio.core.ranks.FailedProcesses;
import org.legio.ulfm.messages.ExitStatus;
import org.legio.ulfm.ports.Job;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds collectives that last longer than the deadline. Algorithm: each rank looks at its own
 * operations by a timer. When one is past the deadline, the rank asks the lower ranks whether they
 * wait in it, too; the lowest rank that waits handles it. That rank asks all members where they
 * are, reports it, and, with {@code +kill}, ends the members that keep the others waiting. The
 * protocol: {@code docs/design/hung-ranks.md}.
 */
final class Watchdog implements Runnable {
  /** How long a rank may take to answer, in milliseconds. */
  private static final int ANSWER_PATIENCE_MS = 5000;

  /** The shortest and the longest time between two looks, in milliseconds. */
  private static final int SHORTEST_LOOK_MS = 50;

  private static final int LONGEST_LOOK_MS = 1000;

  /** How many looks fall into a deadline. */
  private static final int LOOKS = 8;

  /** How many lower ranks are asked at once. */
  private static final int AT_ONCE = 16;

  private static final Logger LOG = LoggerFactory.getLogger("legio");

  /** As after SIGTERM: it counts as a fault, not as a failure of the program. */
  private static final int CRASH_STATUS = ExitStatus.TERMINATED.number();

  /** An operation of a communicator: the communicator's id and the operation's number on it. */
  private record Operation(long id, long number) {}

  /** Since when an operation has been under way here, in nanoseconds of {@link System#nanoTime}. */
  private record Stay(long number, long sinceNs) {}

  private final Positions positions;
  private final FailedProcesses failedProcesses;
  private final WatchedPeers peers;
  private final long deadlineNs;
  private final boolean killsLaggards;
  private final Job job;
  private final long lookMs;
  private final Map<OperationCounter, Stay> stays = new HashMap<>();

  /** When this rank last handled an operation, in nanoseconds of {@link System#nanoTime}. */
  private final Map<Operation, Long> handledAt = new HashMap<>();

  private final BlockingQueue<Operation> handedOver = new LinkedBlockingQueue<>();

  /**
   * Prepares it.
   *
   * @param deadlineNs how long a collective may last, in nanoseconds
   * @param killsLaggards whether ranks that keep the others waiting are ended
   * @param job ends this process and announces the end of another one
   */
  Watchdog(
      Positions positions,
      FailedProcesses failedProcesses,
      WatchedPeers peers,
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
      Thread.currentThread().interrupt(); // MPI is being finalized
    }
  }

  private void look(long now) {
    positions.now(); // this look records since when a thread is where it is
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
        stays.remove(communicator); // the next look at it is after another deadline
        expire(communicator, number);
      }
    }
  }

  /** Handles an operation that is past its deadline, unless a lower rank waits in it, too. */
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
    handle(communicator, number);
  }

  private List<Integer> livingOthers(OperationCounter communicator) {
    return IntStream.of(communicator.members())
        .filter(rank -> rank != peers.own() && !failedProcesses.isDead(rank))
        .boxed()
        .toList();
  }

  private void handle(OperationCounter communicator, long number) {
    Operation operation = new Operation(communicator.id(), number);
    Long last = handledAt.get(operation);
    if (last != null && System.nanoTime() - last < deadlineNs) {
      return; // another rank has handed it over already
    }
    String question = Question.WHERE.about(communicator.id(), number);
    Map<Integer, RankObservation> observations = new TreeMap<>();
    peers
        .ask(livingOthers(communicator), question, ANSWER_PATIENCE_MS)
        .forEach((rank, reply) -> observations.put(rank, RankObservation.of(reply)));
    observations.put(peers.own(), here(communicator.id(), number));
    if (!communicator.isInOperation() || communicator.current() != number) {
      return; // the operation has ended meanwhile
    }
    Map<Integer, RankObservation> laggards = new TreeMap<>(observations);
    laggards.values().removeIf(observation -> !observation.isLaggard());
    handledAt.put(operation, System.nanoTime());
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

  /** Where this rank is, seen from an operation. */
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

  /** Whether this rank waits in an operation; if so, this rank or a lower one handles it. */
  boolean takesOver(long id, long number) {
    boolean waits = find(id).filter(c -> c.isInOperation() && c.current() == number).isPresent();
    if (waits) {
      handedOver.add(new Operation(id, number));
    }
    return waits;
  }

  /** Ends this process if it keeps other ranks waiting. */
  boolean endsIfLagging(long id, long number) {
    boolean lags = here(id, number).standing() == RankObservation.Standing.LAGS;
    if (lags) {
      job.crash(CRASH_STATUS);
    }
    return lags;
  }
}
