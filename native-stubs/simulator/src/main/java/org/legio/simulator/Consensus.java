package org.legio.simulator;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.CommContext;
import org.legio.runtime.engine.Decision;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.engine.Trace;

/**
 * One agreement of the members of a communicator: fault-tolerant, and with the same result at all.
 *
 * <p>Algorithm: each member enters with its flags. Once all living members have entered, a decision
 * is made some steps later, and it reaches each member some more steps after that. A member that is
 * alone has the result at once. A member that entered and then died may count as dead or as living,
 * by the seed, but all members learn the same.
 */
final class Consensus {
  private static final long MAX_DELAY = 32;

  /** The contribution of one member; no flags are a vote for no. */
  private record Entry(int flags, BitSet acknowledged) {}

  private final SimulatedUniverse universe;
  private final CommContext context;
  private final int number;
  private final Map<Integer, Entry> entries = new HashMap<>();
  private final BitSet deadNoticed = new BitSet();
  private final BitSet informed = new BitSet();
  private boolean isDeciding;
  private int flags = Decision.ALL;
  private boolean hasUnacknowledged;
  private boolean isDecided;
  private @Nullable CommContext survivors;

  Consensus(SimulatedUniverse universe, CommContext context, int number) {
    this.universe = universe;
    this.context = context;
    this.number = number;
    universe.undecided(this);
  }

  /** Enters a member's contribution. */
  void enter(int worldRank, int flags, BitSet acknowledged) {
    entries.put(worldRank, new Entry(flags, (BitSet) acknowledged.clone()));
    if (isAlone(worldRank)) {
      isDeciding = true;
      decide();
      inform(universe.rank(worldRank));
    } else {
      universe.scheduler().progress();
      decideIfAllHaveEntered();
    }
  }

  private boolean isAlone(int worldRank) {
    return java.util.Arrays.stream(context.group)
        .allMatch(member -> member == worldRank || universe.isDead(member));
  }

  boolean isDecided() {
    return isDecided;
  }

  /** The result as one member sees it. */
  Decision seenBy(int worldRank) {
    return new Decision() {
      @Override
      public boolean isReached() {
        return informed.get(worldRank);
      }

      @Override
      public int flags() {
        return flags;
      }

      @Override
      public boolean hasUnacknowledged() {
        return hasUnacknowledged;
      }

      @Override
      public CommContext survivors() {
        return java.util.Objects.requireNonNull(survivors);
      }
    };
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
    universe.scheduler().after(universe.scheduler().delay(MAX_DELAY), this::decideAndTell);
  }

  private void decide() {
    for (int member : context.group) {
      Entry entry = entries.get(member);
      boolean isDead = universe.isDead(member);
      if (entry == null || (isDead && isChosen())) {
        deadNoticed.set(member);
      }
      if (entry != null && (!deadNoticed.get(member) || isChosen())) {
        flags &= entry.flags;
      }
    }
    hasUnacknowledged = isAnyUnacknowledged();
    isDecided = true;
    int[] living = living();
    survivors = universe.newContext(living, living);
    universe.trace().add(Trace.Kind.DECIDE, 0, (int) context.id, number);
  }

  private void decideAndTell() {
    decide();
    for (int member : context.group) {
      if (!universe.isDead(member)) {
        universe
            .scheduler()
            .after(universe.scheduler().delay(MAX_DELAY), () -> inform(universe.rank(member)));
      }
    }
  }

  private boolean isChosen() {
    return universe.scheduler().random().nextBoolean();
  }

  private int[] living() {
    return java.util.Arrays.stream(context.group).filter(m -> !deadNoticed.get(m)).toArray();
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
      universe.trace().add(Trace.Kind.AGREED, member.rank, (int) context.id, number);
      informed.set(member.rank);
      deadNoticed.stream().forEach(member::notice);
      member.wake();
    }
  }
}
