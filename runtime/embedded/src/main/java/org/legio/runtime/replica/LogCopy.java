package org.legio.runtime.replica;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.Divergence;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;

/**
 * The decision log of a rank as the daemon of a host sees it: it tells other hosts what has been
 * decided here, and writes what has been decided there.
 */
public final class LogCopy {
  private final JobMemory job;
  private final ByteBuffer memory;
  private final ReplicaShape shape;
  private final int rank;
  private final int first;
  private final int replicas;
  private final Pin pin;
  private final Followers followers;
  private final Leadership leadership;

  /** Which place leads from which decision on. */
  private final NavigableMap<Long, Long> leaders = new TreeMap<>();

  private long end;

  /** What this daemon has decided itself is before it. */
  private long decided;

  public LogCopy(JobMemory job, int rank) {
    this.job = job;
    this.memory = job.bytes();
    this.shape = job.shape().ofReplicaGroups();
    this.rank = rank;
    this.pin = new Pin(job, shape.pinOfLog(rank), shape.decisions());
    ReplicaGroups groups = job.shape().replicaGroups();
    this.first = groups.first(rank);
    this.replicas = groups.size(rank);
    this.followers = Followers.ofLog(job, rank);
    this.leadership = new Leadership(job, rank, Leadership.DAEMON);
    leaders.put(0L, leadership.first());
  }

  /** How many decisions this host's daemon knows. */
  public long end() {
    return end;
  }

  /** The decisions before it are kept for good. */
  public long pinned() {
    return pin.fixed();
  }

  private int at(long index) {
    return shape.decision(rank, pin.index(index));
  }

  private long round(long index) {
    return DecisionLog.roundOf(pin.round(index));
  }

  /**
   * Whether there is a decision that the daemon does not know, among the first so many of this
   * host.
   *
   * @param decisions as {@link JobMemory#decisionsHere} had counted before
   */
  public boolean hasNext(long decisions) {
    long word = Words.getAcquire(memory, at(end));
    return DecisionLog.roundIn(word) == round(end) && stamp() <= decisions;
  }

  /** The number of the next decision among those of this host. */
  public long stamp() {
    return Words.getAcquire(memory, shape.stamp(rank, pin.index(end)));
  }

  /** The next decision, which is there. */
  public long next() {
    long word = Words.getAcquire(memory, at(end));
    count(word);
    return word;
  }

  /** The next decision is known. */
  private void count(long word) {
    end++;
    if (DecisionLog.kind(word) == DecisionLog.Kind.LEADER) {
      leaders.put(end, DecisionLog.value(word));
      Long kept = leaders.floorKey(oldest());
      if (kept != null) {
        leaders.headMap(kept).clear();
      }
    }
  }

  /** The first decision at which any process may begin. */
  private long oldest() {
    boolean[] all = new boolean[first + replicas];
    Arrays.fill(all, true);
    return job.keepsAll() ? needed(all) : end;
  }

  /** The place that leads from a decision on that may still be needed. */
  public long leader(long index) {
    return Objects.requireNonNull(leaders.floorEntry(index)).getValue();
  }

  /** The number of the host that leads now, as far as this daemon knows; negative if none does. */
  public int leadingHost() {
    return leadership.host(leader(end));
  }

  /** Whether a process of the rank lives on a host. */
  public boolean livesOn(int host) {
    return leadership.on(host) >= 0;
  }

  /**
   * Has another host lead, where this one does.
   *
   * @return false if no process of the rank lives there, or there is no room
   */
  public boolean handOver(int host) {
    long place = leadership.on(host);
    boolean isOpen = place >= 0 && decided <= end;
    for (long index = end; isOpen && followers.hasRoomNow(pin, index); index++) {
      long word = DecisionLog.word(DecisionLog.Kind.LEADER, place);
      if (DecisionLog.kind(DecisionLog.decide(job, rank, pin, index, word))
          == DecisionLog.Kind.LEADER) {
        decided = index + 1;
        return true;
      }
    }
    return false;
  }

  /**
   * The decision that a process could take that lives here, and waits for the host that leads;
   * {@link StreamCopy#NOTHING} if none does.
   *
   * @param living whether each process lives here
   */
  public long heldUp(boolean[] living) {
    for (int replica = 0; replica < replicas; replica++) {
      if (living[first + replica]
          && Words.getAcquire(memory, shape.heldUp(rank, replica)) == end + 1) {
        return end;
      }
    }
    return StreamCopy.NOTHING;
  }

  /** A decision that is known. */
  public long word(long index) {
    return Words.getAcquire(memory, at(index));
  }

  /**
   * Writes a decision of another host.
   *
   * @return whether it was not known
   * @throws Divergence if another one is here
   * @throws IllegalStateException if decisions before it are missing
   */
  public boolean write(long index, long word) {
    if (index < end) {
      requireSame(index, word(index), word);
      return false;
    }
    if (index > end || DecisionLog.roundIn(word) != round(index)) {
      throw new IllegalStateException(
          "decision %d of rank %d, of which %d are known".formatted(index, rank, end));
    }
    long before = Words.getVolatile(memory, at(index));
    if (!Words.compareAndSet(memory, at(index), before, word)
        || DecisionLog.roundIn(before) == round(index)) {
      requireSame(index, word(index), word);
    }
    count(word);
    return true;
  }

  /**
   * Goes on behind what no process needs that is restarted on this host.
   *
   * @param leader the place that leads then
   */
  public void skipTo(long index, long leader) {
    if (index > end) {
      end = index;
      leaders.put(index, leader);
    }
    for (int replica = 0; replica < replicas; replica++) {
      Words.raise(memory, ReplicaShape.needed(shape.follower(rank, replica)), index);
    }
  }

  private void requireSame(long index, long here, long there) {
    if (DecisionLog.roundIn(here) == DecisionLog.roundIn(there) && here != there) {
      throw new Divergence(
          "rank %d has decided %x at one host and %x at another, as its decision %d"
              .formatted(rank, here, there, index));
    }
  }

  /**
   * How far the processes of this host have come that follow the log; {@link StreamCopy#NOTHING} if
   * none of them lives.
   *
   * @param living whether each process lives here
   */
  public long reached(boolean[] living) {
    long least = StreamCopy.NOTHING;
    for (int replica = 0; replica < replicas; replica++) {
      if (living[first + replica]) {
        least = Math.min(least, job.followed(first + replica));
      }
    }
    return least;
  }

  /**
   * The first decision that any of some processes needs if it is restarted on this host; {@link
   * StreamCopy#NOTHING} if none of them is of the rank.
   *
   * @param counted whether each process counts
   */
  public long needed(boolean[] counted) {
    long least = StreamCopy.NOTHING;
    for (int replica = 0; replica < replicas; replica++) {
      if (counted[first + replica]) {
        int word = ReplicaShape.needed(shape.follower(rank, replica));
        least = Math.min(least, Words.getAcquire(memory, word));
      }
    }
    return least;
  }

  /** Notes what other hosts need, as {@link StreamCopy#keepFrom} does. */
  public void keepFrom(long index, long later, long reached) {
    int word = shape.remoteOfLog(rank);
    Words.setRelease(memory, ReplicaShape.neededLater(word), later);
    Words.setRelease(memory, ReplicaShape.reachedElsewhere(word), reached);
    Words.setRelease(memory, word, index);
  }
}
