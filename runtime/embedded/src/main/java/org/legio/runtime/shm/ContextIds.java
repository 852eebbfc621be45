package org.legio.runtime.shm;

/**
 * Numbers that processes give to what they make together, without asking each other: all compute
 * the same number from the same words.
 *
 * <p>A number has 62 bits. Among a million communicators of one job two get the same number once in
 * about ten million jobs.
 */
public final class ContextIds {
  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;
  private static final int UNUSED_BITS = 2;

  private ContextIds() {}

  /** The number of some words: not negative, and less than 2 to the power of 62. */
  public static long of(String words) {
    long hash = OFFSET;
    for (int i = 0; i < words.length(); i++) {
      hash = (hash ^ words.charAt(i)) * PRIME;
    }
    return mixed(hash) >>> UNUSED_BITS;
  }

  /** Spreads each bit over all others. */
  static long mixed(long bits) {
    long mixed = (bits ^ (bits >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
