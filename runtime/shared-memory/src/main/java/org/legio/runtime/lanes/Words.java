package org.legio.runtime.lanes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Words of 8 bytes in memory that others write or read at the same time. */
public final class Words {
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private Words() {}

  /** Reads a word; what its writer wrote before it is seen by what follows. */
  public static long getAcquire(ByteBuffer memory, int position) {
    return (long) LONGS.getAcquire(memory, position);
  }

  /** Writes a word; who sees it also sees what was written before. */
  public static void setRelease(ByteBuffer memory, int position, long word) {
    LONGS.setRelease(memory, position, word);
  }

  /**
   * Writes a word as {@link #setRelease}, unless it is as large already; only by its one writer.
   */
  public static void raise(ByteBuffer memory, int position, long word) {
    if (word > getAcquire(memory, position)) {
      setRelease(memory, position, word);
    }
  }

  /** Reads a word in the one order that all such accesses have. */
  public static long getVolatile(ByteBuffer memory, int position) {
    return (long) LONGS.getVolatile(memory, position);
  }

  /** Writes a word in the one order that all such accesses have. */
  public static void setVolatile(ByteBuffer memory, int position, long word) {
    LONGS.setVolatile(memory, position, word);
  }

  /** Adds to a word, in one step; returns what it was before. */
  public static long getAndAdd(ByteBuffer memory, int position, long more) {
    return (long) LONGS.getAndAdd(memory, position, more);
  }

  /** Sets bits of a word, in one step; returns what it was before. */
  public static long getAndBitwiseOr(ByteBuffer memory, int position, long bits) {
    return (long) LONGS.getAndBitwiseOr(memory, position, bits);
  }

  /** Keeps bits of a word and clears the others, in one step; returns what it was before. */
  public static long getAndBitwiseAnd(ByteBuffer memory, int position, long bits) {
    return (long) LONGS.getAndBitwiseAnd(memory, position, bits);
  }

  /**
   * Writes a word if it is still what was expected, in one step.
   *
   * @return whether it was written
   */
  public static boolean compareAndSet(ByteBuffer memory, int position, long expected, long word) {
    return LONGS.compareAndSet(memory, position, expected, word);
  }
}
