package org.legio.runtime.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.legio.runtime.replica.Patience;
import org.legio.runtime.replica.StreamCopy;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.ReplicaGroups;

/**
 * Finds, by the setting {@code replica.behind=give-up}, processes of this host that hold up other
 * hosts: a replica elsewhere has been far ahead of them for some time. Then its host has little or
 * no room left in a ring, whose room is used again when all hosts are past it.
 *
 * <p>A host whose network is slow hears too late how far others are. So these also {@linkplain Lag
 * tell} it by the launcher, whose connection carries no frames.
 *
 * <p>One that catches up after a restart is far behind by its nature, and is not ended.
 */
final class Laggards {
  /** Time between two looks, each of which takes a while on a host of many ranks. */
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);

  private final JobMemory job;
  private final ReplicaGroups groups;
  private final Patience patience;
  private List<Lag> lags = List.of();
  private List<Integer> late = List.of();

  Laggards(JobMemory job) {
    this.job = job;
    this.groups = job.shape().replicaGroups();
    this.patience = new Patience(groups.processes(), job.nanoTime());
  }

  /** Looks how far the processes of this host are behind others. */
  void look(ReplicaHost here, int[] own, List<ReplicaLink> links) {
    long nowNs = job.nanoTime();
    if (!job.areLaggardsEvicted() || patience.sinceLookNs(nowNs) < LOOK_NS) {
      return;
    }
    long passedNs = patience.begin(nowNs);
    lags = findLags(here, own, links);
    List<Integer> found = new ArrayList<>();
    for (int process : own) {
      boolean isBehind =
          job.phase(process) == Phase.RUNNING
              && job.isLiving(process)
              && !job.isCatchingUp(process)
              && links.stream().anyMatch(link -> isFarBehind(process, here, link));
      if (patience.note(process, isBehind, passedNs)) {
        found.add(process);
      }
    }
    late = found;
  }

  /** Takes the processes of this host that have been far behind for long. */
  List<Integer> takeLate() {
    List<Integer> taken = late;
    late = List.of();
    return taken;
  }

  /** Takes what other hosts are to be told since the last call. */
  List<Lag> takeLags() {
    List<Lag> taken = lags;
    lags = List.of();
    return taken;
  }

  private List<Lag> findLags(ReplicaHost here, int[] own, List<ReplicaLink> links) {
    List<Lag> found = new ArrayList<>();
    for (ReplicaLink link : links) {
      IntStream.of(own)
          .filter(process -> job.isLiving(process) && !job.isCatchingUp(process))
          .map(groups::rankOf)
          .distinct()
          .filter(rank -> here.log(rank).livesOn(link.host()))
          .forEach(
              rank -> {
                ofLog(here, rank, link).ifPresent(found::add);
                largestOfRings(here, rank, link).ifPresent(found::add);
              });
    }
    return found;
  }

  private Optional<Lag> ofLog(ReplicaHost here, int rank, ReplicaLink link) {
    int number = here.numberOfLog(rank);
    long reached = here.stateOfLog(rank).reached();
    return behind(reached, link.state(number).reached()) >= far(decisions())
        ? Optional.of(new Lag(link.host(), number, reached))
        : Optional.empty();
  }

  /** The largest lag in a stream of a rank: when its cause is gone, others show. */
  private Optional<Lag> largestOfRings(ReplicaHost here, int rank, ReplicaLink link) {
    Lag found = null;
    long most = 0;
    for (SharedRing ring : here.ringsOf(rank)) {
      long reached = ring.state().reached();
      // of what it only writes the other host tells nothing
      long behind =
          ring.isReadOn(link.host()) ? behind(reached, link.state(ring.number()).reached()) : 0;
      if (behind >= far(ring.copy().capacity()) && behind > most) {
        most = behind;
        found = new Lag(link.host(), ring.number(), reached);
      }
    }
    return Optional.ofNullable(found);
  }

  private long decisions() {
    return job.shape().ofReplicaGroups().decisions();
  }

  /**
   * A part of a ring: half of the room that is used again, of which restarts pin the other half.
   */
  private long far(long capacity) {
    return capacity / (job.shape().keptBytes() > 0 ? 4 : 2);
  }

  /** By how much a place is behind another one; 0 if either has none. */
  private static long behind(long reached, long place) {
    return reached == StreamCopy.NOTHING || place == StreamCopy.NOTHING ? 0 : reached - place;
  }

  private boolean isFarBehind(int process, ReplicaHost here, ReplicaLink link) {
    int rank = groups.rankOf(process);
    if (!here.log(rank).livesOn(link.host())) {
      return false;
    }
    long decisions = behind(link.farthest(here.numberOfLog(rank)), job.followed(process));
    if (decisions >= far(decisions())) {
      return true;
    }
    boolean[] alone = new boolean[groups.processes()];
    alone[process] = true;
    for (SharedRing ring : here.ringsOf(rank)) {
      long behind = behind(link.farthest(ring.number()), ring.copy().reached(alone));
      if (behind >= far(ring.copy().capacity())) {
        return true;
      }
    }
    return false;
  }
}
