package org.legio.core.finalize;

import java.util.Set;
import java.util.function.Predicate;

/**
 * The ranks that are needed to end a wait.
 *
 * @param ranks the ranks, in the world
 * @param all whether all of them are needed; one is enough otherwise
 */
record Need(Set<Integer> ranks, boolean all) {

  /** Whether the wait is in vain, given the ranks that will do nothing more. */
  boolean isVain(Predicate<Integer> idle) {
    return all ? ranks.stream().anyMatch(idle) : ranks.stream().allMatch(idle);
  }

  boolean concerns(int rank) {
    return ranks.contains(rank);
  }
}
