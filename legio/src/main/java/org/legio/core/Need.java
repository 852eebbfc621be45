package org.legio.core;

import java.util.Set;
import java.util.function.Predicate;

/**
 * Whom something that a thread waits for cannot do without.
 *
 * @param ranks in the world
 * @param all whether all of them are needed; one is enough otherwise
 */
record Need(Set<Integer> ranks, boolean all) {

  /** Whether it waits in vain, for some ranks will do nothing more. */
  boolean isVain(Predicate<Integer> idle) {
    return all ? ranks.stream().anyMatch(idle) : ranks.stream().allMatch(idle);
  }

  boolean concerns(int rank) {
    return ranks.contains(rank);
  }
}
