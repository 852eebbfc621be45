package org.legio.runtime.engine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Counts the messages of one context that have arrived, by the rank of their sender. Where messages
 * of different tags may overtake each other, it knows which have come before an earlier one.
 */
final class Arrivals {
  private final boolean mayOvertake;

  /** By the rank of the sender: all of its messages before this one have arrived. */
  private int[] missing = {};

  /** Messages that have arrived behind the missing one. */
  private final Map<Integer, Set<Integer>> early = new HashMap<>();

  Arrivals(boolean mayOvertake) {
    this.mayOvertake = mayOvertake;
  }

  /**
   * Counts a message.
   *
   * @return whether others are no longer early, now that it is there
   * @throws IllegalStateException if another one was due: messages are lost, or come twice
   */
  boolean count(Message message) {
    int source = message.source();
    int ordinal = message.ordinal();
    if (source >= missing.length) {
      missing = Arrays.copyOf(missing, source + 1);
    }
    if (ordinal == missing[source]) {
      missing[source]++;
      return !early.isEmpty() && closeGap(source);
    }
    if (!mayOvertake
        || ordinal - missing[source] < 0
        || !early.computeIfAbsent(source, any -> new HashSet<>()).add(ordinal)) {
      throw new IllegalStateException(
          "message %d of rank %d in context %d has come where %d was due: messages are lost"
              .formatted(ordinal, source, message.context(), missing[source]));
    }
    return false;
  }

  private boolean closeGap(int source) {
    Set<Integer> ofSource = early.get(source);
    if (ofSource == null) {
      return false;
    }
    boolean isAnyJoined = false;
    while (ofSource.remove(missing[source])) {
      missing[source]++;
      isAnyJoined = true;
    }
    if (ofSource.isEmpty()) {
      early.remove(source);
    }
    return isAnyJoined;
  }

  /** Whether a message that was counted has come before an earlier one of its sender. */
  boolean isEarly(Message message) {
    return !early.isEmpty() && message.ordinal() - missing[message.source()] > 0;
  }

  /** Whether a message is still missing behind which others have come. */
  boolean hasGap() {
    return !early.isEmpty();
  }

  /** How many messages have come from each sender; only where none is missing. */
  int[] counts() {
    return missing.clone();
  }

  /** Continues from counts of the life before. */
  void continueFrom(int[] counts) {
    missing = counts.clone();
    early.clear();
  }
}
