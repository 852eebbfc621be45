package org.legio.libmpi;

import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.BufferElements;

/**
 * The part of an array that a call sends or receives, in native memory while the call runs. Reused
 * by later calls, unless it has become large.
 */
final class StagedArray {
  private static final int MIN_BYTES = 4096;
  private static final int MAX_KEPT_BYTES = 16 << 20;

  private NativeMemory memory = new NativeMemory(MIN_BYTES);
  private @Nullable Object array;
  private int first;
  private int elements;
  private int elementBytes;
  private boolean isWritten;
  private boolean isAlwaysWritten;

  /**
   * Makes room for a part of an array.
   *
   * @param from where the part begins, in bytes
   * @param to where it ends, in bytes
   * @param isRead whether the function reads it, or leaves some of it as it is
   * @param isWritten whether the function writes it
   * @return the address at which the array would begin
   */
  long stage(Object array, long from, long to, boolean isRead, boolean isWritten) {
    elementBytes = BufferElements.elementBytes(array);
    first = Math.toIntExact(Math.floorDiv(from, (long) elementBytes));
    elements = Math.toIntExact(-Math.floorDiv(-to, (long) elementBytes) - first);
    reserve(Math.multiplyExact(elements, elementBytes));
    if (isRead) {
      memory.copyFrom(array, first, elements);
    }
    this.array = array;
    this.isWritten = isWritten;
    this.isAlwaysWritten = false;
    return memory.address - (long) first * elementBytes;
  }

  private void reserve(int bytes) {
    if (bytes > memory.bytes().capacity()) {
      memory = new NativeMemory(Math.max(bytes, Math.min(2 * bytes, MAX_KEPT_BYTES)));
    }
  }

  /** Sets whether the array is written back also when the function fails. */
  void writeBackAnyway(boolean isAlwaysWritten) {
    this.isAlwaysWritten = isAlwaysWritten;
  }

  /** Ends a call that has not taken place. */
  void giveUp() {
    array = null;
  }

  /**
   * Ends the call.
   *
   * @param bytes how much of the part is written back, at most
   */
  void end(long bytes) {
    Object target = array;
    array = null;
    if (target != null && isWritten) {
      long written = isAlwaysWritten ? elements : -Math.floorDiv(-bytes, (long) elementBytes);
      memory.copyTo(target, first, (int) Math.min(elements, written));
    }
    if (memory.bytes().capacity() > MAX_KEPT_BYTES) {
      memory = new NativeMemory(MIN_BYTES);
    }
  }
}
