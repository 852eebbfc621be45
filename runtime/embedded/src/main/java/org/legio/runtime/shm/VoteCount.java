package org.legio.runtime.shm;

import java.util.Arrays;
import java.util.BitSet;
import org.legio.runtime.engine.Comm;
import org.legio.runtime.engine.CommContext;
import org.legio.runtime.engine.Decision;

/** An agreement as one member sees it: what has been counted of the others' votes. */
public abstract class VoteCount implements Decision {
  final int[] group;
  public final BitSet out = new BitSet();
  private final Comm comm;
  private final String name;
  private int next;
  private int flags = ALL;

  /** What votes say of acknowledged deaths: the bits of all. */
  private long acknowledgedByAll = -1;

  /** The bits of any; no more than those of all if the votes say the same. */
  private long acknowledgedByAny;

  /**
   * Begins to count.
   *
   * @param name of the agreement, the same at all members
   */
  public VoteCount(Comm comm, String name) {
    this.comm = comm;
    this.group = comm.context.group;
    this.name = name;
  }

  /**
   * What a vote says of the members whose deaths its member has acknowledged: a checksum of them,
   * so that votes, of which each host has those of all processes, do not grow with the job.
   */
  public static long acknowledgedIn(Comm comm) {
    return checksum(comm.acknowledged);
  }

  private static long checksum(BitSet members) {
    long sum = 0;
    for (int each = members.nextSetBit(0); each >= 0; each = members.nextSetBit(each + 1)) {
      sum += ContextIds.mixed(each + 1L);
    }
    return sum;
  }

  /**
   * Counts a member, by {@link #count} or {@link #countMissing}; false if nothing is known of it
   * yet.
   */
  public abstract boolean countVote(int member);

  /** Whether all members have been counted. */
  public final boolean isComplete() {
    while (next < group.length && countVote(group[next])) {
      next++;
    }
    return next == group.length;
  }

  /**
   * Counts a vote.
   *
   * @param acknowledged as {@link #acknowledgedIn} has said it there
   */
  public final void count(int memberFlags, long acknowledged) {
    flags &= memberFlags;
    acknowledgedByAll &= acknowledged;
    acknowledgedByAny |= acknowledged;
  }

  /** Notes that a member has cast no vote and will not. */
  public final void countMissing(int member) {
    out.set(member);
  }

  @Override
  public int flags() {
    return flags;
  }

  /**
   * Whether a member that has cast no vote was not acknowledged by all. It is taken to be so, too,
   * if one has acknowledged a member that has voted and died since: all that it costs is a repair.
   */
  @Override
  public boolean hasUnacknowledged() {
    long dead = checksum(out);
    return !out.isEmpty() && (acknowledgedByAll != dead || acknowledgedByAny != dead);
  }

  @Override
  public CommContext survivors() {
    int[] living = new int[group.length];
    int count = 0;
    for (int member : group) {
      if (!out.get(member)) {
        living[count++] = member;
      }
    }
    living = Arrays.copyOf(living, count);
    return new CommContext(ContextIds.of("survivors of " + name), living, living);
  }

  @Override
  public String toString() {
    return name + " on " + comm;
  }
}
