package org.legio.inprocess;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.Agreement;

/**
 * One agreement of the members of a communicator: fault-tolerant and uniform.
 *
 * <p>It is decided once all the living have entered it, some steps later, and reaches each of them
 * some steps after that. Who has entered and then died may count among the dead or among the
 * living; all learn the same.
 */
final class Consensus {
  private static final long MOST_DELAY = 32;

  /** What one member has brought into it. */
  private record Entry(boolean vote, BitSet acknowledged) {}

  private final Universe universe;
  private final CommContext context;
  private final int number;
  private final Map<Integer, Entry> entries = new HashMap<>();
  private final BitSet deadNoticed = new BitSet();
  private final BitSet informed = new BitSet();
  private boolean isDeciding;
  private @Nullable Agreement result;
  private @Nullable CommContext survivors;

  Consensus(Universe universe, CommContext context, int number) {
    this.universe = universe;
    this.context = context;
    this.number = number;
    universe.undecided(this);
  }

  /** A member enters. */
  void enter(int worldRank, boolean vote, BitSet acknowledged) {
    entries.put(worldRank, new Entry(vote, (BitSet) acknowledged.clone()));
    universe.scheduler().progress();
    decideIfAllHaveEntered();
  }

  boolean isDecided() {
    return result != null;
  }

  /** Whether a member has been told the result. */
  boolean hasReached(int worldRank) {
    return informed.get(worldRank);
  }

  Agreement result() {
    return java.util.Objects.requireNonNull(result);
  }

  /** The context of those who have survived. */
  CommContext survivors() {
    return java.util.Objects.requireNonNull(survivors);
  }

  void decideIfAllHaveEntered() {
    if (isDeciding) {
      return;
    }
    for (int member : context.group) {
      if (!universe.isDead(member) && !entries.containsKey(member)) {
        return;
      }
    }
    isDeciding = true;
    universe.scheduler().after(universe.scheduler().delay(MOST_DELAY), this::decide);
  }

  private void decide() {
    boolean all = true;
    for (int member : context.group) {
      Entry entry = entries.get(member);
      boolean isDead = universe.isDead(member);
      if (entry == null || (isDead && isChosen())) {
        deadNoticed.set(member);
      }
      if (entry != null && (!deadNoticed.get(member) || isChosen())) {
        all &= entry.vote;
      }
    }
    result =
        !all ? Agreement.NO : isAnyUnacknowledged() ? Agreement.YES_WITH_DEATHS : Agreement.YES;
    survivors = universe.newContext(living(), living());
    universe.trace().add(Trace.Kind.DECIDE, 0, context.id, number);
    for (int member : context.group) {
      if (!universe.isDead(member)) {
        universe
            .scheduler()
            .after(universe.scheduler().delay(MOST_DELAY), () -> inform(universe.rank(member)));
      }
    }
  }

  private boolean isChosen() {
    return universe.scheduler().random().nextBoolean();
  }

  private int[] living() {
    int[] living =
        java.util.Arrays.stream(context.group).filter(m -> !deadNoticed.get(m)).toArray();
    return living;
  }

  /** Whether there is a death that some member had not acknowledged. */
  private boolean isAnyUnacknowledged() {
    for (int member : context.group) {
      Entry entry = entries.get(member);
      if (entry != null && !deadNoticed.get(member)) {
        BitSet left = (BitSet) deadNoticed.clone();
        left.andNot(entry.acknowledged);
        if (!left.isEmpty()) {
          return true;
        }
      }
    }
    return false;
  }

  private void inform(RankState member) {
    if (universe.scheduler().happensTo(member.rank)) {
      universe.trace().add(Trace.Kind.AGREED, member.rank, context.id, number);
      informed.set(member.rank);
      deadNoticed.stream().forEach(member::notice);
      member.wake();
    }
  }
}
