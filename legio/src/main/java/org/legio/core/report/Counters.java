package org.legio.core.report;

import java.util.List;
import java.util.Map;

/**
 * What has happened so far, counted, as this rank has seen it.
 *
 * @param rank the rank in the world
 * @param ranks how many ranks the world has
 * @param failedRanks those that are known to be dead, in the world, ascending
 * @param repairs the repairs of communicators
 * @param skipped by call, how many operations have been skipped
 * @param repeated by call, how many attempts have been repeated
 * @param decided how collective operations were decided
 */
public record Counters(
    int rank,
    int ranks,
    List<Integer> failedRanks,
    Repairs repairs,
    Map<String, Integer> skipped,
    Map<String, Integer> repeated,
    Decisions.Counts decided) {

  /**
   * Repairs of communicators.
   *
   * @param count how many there were
   * @param ns how long they took in all
   */
  public record Repairs(int count, long ns) {}
}
