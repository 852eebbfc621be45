package org.legio.runtime.replica;

import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;
import org.legio.runtime.shm.Step;

/**
 * How far the processes are that share a ring. Its room is used again behind the slowest one that
 * lives.
 *
 * <p>By the setting {@code replica.behind=give-up}, one is ended that has held up others for some
 * time, while another replica of its rank was far ahead in the same role.
 */
final class Followers {
  private static final int NOBODY = -1;

  private final JobMemory job;
  private final ReplicaGroups replicaGroups;
  private final int[] positions;
  private final int[] processes;
  private final int writers;
  private final int own;
  private final int remote;
  private final boolean areHostsSeveral;
  private long knownSlowest;
  private @Nullable Patience patience;

  /** Whether the last look for laggards has found no room. */
  private boolean isHeldUp;

  /** A follower, negative if there is none, and a place of it. */
  private record Least(int follower, long place) {}

  /**
   * Followers of a ring.
   *
   * @param positions where each says how far it has come
   * @param processes whose position each is
   * @param writers how many of them, the first ones, are those of writers
   * @param own the number of the position that need not be looked at: that of who asks
   * @param remote the word that says from where on other hosts need the ring
   */
  Followers(JobMemory job, int[] positions, int[] processes, int writers, int own, int remote) {
    this.remote = remote;
    this.job = job;
    this.replicaGroups = job.shape().replicaGroups();
    this.positions = positions;
    this.processes = processes;
    this.writers = writers;
    this.own = own;
    this.areHostsSeveral = job.hosts().areSeveral();
  }

  /**
   * The replicas of a rank, which follow one ring alike.
   *
   * @param process of the rank: who asks
   * @param position where a replica says how far it has come, by its number
   * @param remote the word that says from where on other hosts need the ring
   */
  static Followers ofReplicas(JobMemory job, int process, IntUnaryOperator position, int remote) {
    ReplicaGroups replicaGroups = job.shape().replicaGroups();
    int rank = replicaGroups.rankOf(process);
    int replicas = replicaGroups.size(rank);
    return new Followers(
        job,
        IntStream.range(0, replicas).map(position).toArray(),
        IntStream.range(0, replicas).map(replica -> replicaGroups.first(rank) + replica).toArray(),
        replicas,
        replicaGroups.replicaOf(process),
        remote);
  }

  /** The same, as the daemon of a host sees them. */
  static Followers ofLog(JobMemory job, int rank) {
    ReplicaShape shape = job.shape().ofReplicaGroups();
    int[] processes = job.shape().replicaGroups().processesOf(rank);
    return new Followers(
        job,
        IntStream.range(0, processes.length).map(each -> shape.follower(rank, each)).toArray(),
        processes,
        processes.length,
        NOBODY,
        shape.remoteOfLog(rank));
  }

  /** Whether there is room now, whoever holds it up. */
  boolean hasRoomNow(Pin pin, long place) {
    return pin.fits(place, slowest(place), 1);
  }

  /** Notes how far this process has come. */
  void reached(long place) {
    Words.setRelease(job.bytes(), positions[own], place);
  }

  /** Notes from where on this process still needs what there is, should it be restarted. */
  void needs(long place) {
    Words.setRelease(job.bytes(), ReplicaShape.needed(positions[own]), place);
  }

  /**
   * Makes room in the ring, if it can; whether there is room. If there is none while all is kept
   * for restarts, and nobody may come to need less, no more is kept. Who holds up the others for
   * long may be ended. Over several hosts, this host needs what any process needs that may be
   * restarted on it.
   *
   * @param pin of the ring
   * @param place where this process is
   * @param wanted how many places
   * @param taken what has taken the room, for people
   */
  boolean tryMakeRoom(Pin pin, long place, long wanted, Supplier<String> taken) {
    if (pin.fits(place, knownSlowest, wanted)) {
      return true;
    }
    knownSlowest = slowest(place);
    if (job.keepsAll() && isFullForGood(pin, place, wanted)) {
      job.keepNoMore(taken);
      knownSlowest = slowest(place);
    }
    boolean isRoom = pin.fits(place, knownSlowest, wanted);
    if (job.areLaggardsEvicted() && (!isRoom || patience != null)) {
      lookForLaggards(place, pin.capacity() / 2, isRoom);
    }
    return isRoom;
  }

  /** Whether there is no room and nobody may come to need less, nor has done so meanwhile. */
  private boolean isFullForGood(Pin pin, long place, long wanted) {
    while (!pin.fits(place, knownSlowest, wanted)) {
      if (mayNeedLess(pin, place, wanted)) {
        return false;
      }
      long before = knownSlowest;
      knownSlowest = slowest(place);
      if (knownSlowest == before) {
        return true;
      }
    }
    return false;
  }

  /**
   * The first place that is still needed: that of the slowest, or the one given if nobody is behind
   * that; as long as all is kept for restarts, the first that a process that is restarted would
   * need.
   */
  private long slowest(long place) {
    long here =
        (job.keepsAll()
                ? least(place, true, this::neededBy, this::mayBeginHere)
                : least(place, false, this::place, this::livesHere))
            .place;
    return areHostsSeveral ? Math.min(here, word(remote)) : here;
  }

  /**
   * Whether who needs the most may come to need less: it is behind, or, on another host, has taken
   * a checkpoint that has not come everywhere.
   */
  private boolean mayNeedLess(Pin pin, long place, long wanted) {
    if (isNeederBehind(place)) {
      return true;
    }
    if (!areHostsSeveral) {
      return false;
    }
    // First how far others have come: they may come to need less at any time.
    boolean isAnyBehind = word(ReplicaShape.reachedElsewhere(remote)) < place;
    long here = least(place, true, this::neededBy, this::lastsHere).place;
    long later = Math.min(here, word(ReplicaShape.neededLater(remote)));
    return isAnyBehind || pin.fits(place, later, wanted);
  }

  private long word(int position) {
    return Words.getAcquire(job.bytes(), position);
  }

  /**
   * Whether who needs the most of what is kept has not come here yet, and so may come to need less:
   * it is slow, is about to be restarted, or begins at a checkpoint.
   */
  private boolean isNeederBehind(long place) {
    int needer = least(Long.MAX_VALUE, true, this::neededBy, this::livesHere).follower;
    return needer >= 0
        && needer != own
        && (place(needer) < place
            || job.isAboutToBeRestarted(processes[needer])
            || job.isRestoring(processes[needer]));
  }

  /**
   * Ends who has held up others for long. Time counts between two looks that have found no room.
   *
   * @param place where this process is
   * @param ahead how far another replica has to be ahead of one that is behind
   */
  private void lookForLaggards(long place, long ahead, boolean isRoom) {
    long nowNs = job.nanoTime();
    Patience looking = patience == null ? new Patience(positions.length, nowNs) : patience;
    long passedNs = looking.begin(nowNs);
    long heldUpNs = isRoom || !isHeldUp ? 0 : passedNs;
    isHeldUp = !isRoom;
    boolean isAnyBehind = false;
    for (int follower = 0; follower < positions.length; follower++) {
      boolean isBehind =
          follower != own && livesHere(processes[follower]) && isFarBehind(follower, place, ahead);
      isAnyBehind |= isBehind;
      if (looking.note(follower, isBehind, heldUpNs)) {
        job.evict(processes[follower]);
      }
    }
    patience = isAnyBehind ? looking : null;
  }

  private boolean isFarBehind(int follower, long place, long ahead) {
    if (job.isCatchingUp(processes[follower])) {
      return false;
    }
    for (int other = 0; other < positions.length; other++) {
      if (isSibling(follower, other)) {
        long reached = other == own ? place : place(other); // first: it may be passed meanwhile
        if (reached - place(follower) >= ahead) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether both are living replicas of one rank, in the same role. */
  private boolean isSibling(int one, int other) {
    return processes[one] != processes[other]
        && job.places().isHere(processes[other])
        && replicaGroups.rankOf(processes[one]) == replicaGroups.rankOf(processes[other])
        && one < writers == other < writers
        && job.isLiving(processes[other]);
  }

  private boolean livesHere(int process) {
    return job.places().isHere(process) && job.isLiving(process);
  }

  private boolean lastsHere(int process) {
    return job.places().isHere(process) && !job.hasFailed(process);
  }

  /** Whether a process lives here, or may be restarted here though it has left MPI elsewhere. */
  private boolean mayBeginHere(int process) {
    return areHostsSeveral ? !job.hasFailed(process) : job.isLiving(process);
  }

  /**
   * The one with the least place.
   *
   * @param limit only places before it count; it is the place if there is none
   * @param isOwnCounted whether this process counts
   * @param counted which other processes do
   */
  private Least least(
      long limit, boolean isOwnCounted, IntToLongFunction places, IntPredicate counted) {
    Least least = new Least(-1, limit);
    for (int i = 0; i < positions.length; i++) {
      job.step(Step.LOOK);
      long other = places.applyAsLong(i); // once: they continue meanwhile, and one may pass another
      if ((isOwnCounted || i != own) && other < least.place && counted.test(processes[i])) {
        least = new Least(i, other);
      }
    }
    return least;
  }

  private long neededBy(int follower) {
    return Words.getAcquire(job.bytes(), ReplicaShape.needed(positions[follower]));
  }

  private long place(int follower) {
    return Words.getAcquire(job.bytes(), positions[follower]);
  }
}
