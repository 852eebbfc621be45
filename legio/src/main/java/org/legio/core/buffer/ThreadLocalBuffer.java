package org.legio.core.buffer;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;

/**
 * Native memory that each thread keeps from call to call, because new memory is cleared by the JVM
 * and mapped by the system, which costs more than most messages.
 *
 * <p>Returns the same memory each time on a thread; buffers that are alive together need separate
 * instances. It grows as needed, but a thread keeps at most {@value #MAX_BYTES} bytes; larger
 * memory is given back after the call.
 */
public final class ThreadLocalBuffer implements IntFunction<ByteBuffer> {
  /** The most bytes that a thread keeps. */
  public static final int MAX_BYTES = 16 << 20;

  private final ThreadLocal<ByteBuffer> kept =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(0));

  /** A number of bytes of the memory; their content is undefined. */
  @Override
  public ByteBuffer apply(int bytes) {
    ByteBuffer memory = kept.get();
    if (memory.capacity() < bytes) {
      memory = ByteBuffer.allocateDirect(bytes);
      if (bytes <= MAX_BYTES) {
        kept.set(memory);
      }
    }
    return memory.slice(0, bytes);
  }
}
