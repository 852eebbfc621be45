package org.legio.core.repair;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The order of all communicators, the same at all their members. A communicator's place is made of
 * its members and of how many communicators they have made before: all members make those in the
 * same order, threads that make them at once too, because each is made in a blocking section.
 */
public final class CommunicatorOrder {
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** How many communicators have been made of the same members. */
  private final Map<String, Integer> made = new ConcurrentHashMap<>();

  /**
   * The place of a communicator that is being made.
   *
   * @param members the living ones, as ranks in the world
   */
  public long next(int[] members) {
    return place(SPREAD * made.merge(Arrays.toString(members), 1, Integer::sum), members);
  }

  /**
   * The place of a communicator that its members know by a key.
   *
   * @param key what no other communicator of them has at this time
   */
  public static long of(String key) {
    return place(0, key.chars().toArray());
  }

  private static long place(long first, int[] others) {
    long place = first;
    for (int each : others) {
      place = SPREAD * (place + each + 1);
    }
    return place;
  }
}
