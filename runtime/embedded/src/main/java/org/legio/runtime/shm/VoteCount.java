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
  private final BitSet acknowledgedByAll = new BitSet();
  private int next;
  private int flags = ALL;

  /**
   * Begins to count.
   *
   * @param name of the agreement, the same at all members
   * @param ranks how many ranks the job has
   */
  public VoteCount(Comm comm, String name, int ranks) {
    this.comm = comm;
    this.group = comm.context.group;
    this.name = name;
    acknowledgedByAll.set(0, ranks);
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

  /** Counts a vote. */
  public final void count(int memberFlags, BitSet acknowledged) {
    flags &= memberFlags;
    acknowledgedByAll.and(acknowledged);
  }

  /** Notes that a member has cast no vote and will not. */
  public final void countMissing(int member) {
    out.set(member);
  }

  @Override
  public int flags() {
    return flags;
  }

  @Override
  public boolean hasUnacknowledged() {
    BitSet left = (BitSet) out.clone();
    left.andNot(acknowledgedByAll);
    return !left.isEmpty();
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
