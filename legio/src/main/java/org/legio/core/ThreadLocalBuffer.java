package org.legio.core;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;

/**
 * Native memory for one use, which each thread keeps from call to call: new memory is cleared by
 * the JVM and mapped by the system, which costs more than most messages that go through it.
 *
 * <p>It grows as needed, but a thread keeps at most {@value #MOST_BYTES} bytes of it: what is
 * larger is given back after the call. Who takes it again gets the same bytes again, so a call has
 * one of these for each use.
 */
public final class ThreadLocalBuffer implements IntFunction<ByteBuffer> {
  /** How many bytes a thread keeps at most. */
  public static final int MOST_BYTES = 16 << 20;

  private final ThreadLocal<ByteBuffer> kept =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(0));

  /** So many bytes of it, which hold anything. */
  @Override
  public ByteBuffer apply(int bytes) {
    ByteBuffer memory = kept.get();
    if (memory.capacity() < bytes) {
      memory = ByteBuffer.allocateDirect(bytes);
      if (bytes <= MOST_BYTES) {
        kept.set(memory);
      }
    }
    return memory.slice(0, bytes);
  }
}
