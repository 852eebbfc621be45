package org.legio.faults;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A message that a rank has begun to send.
 *
 * @param comm the communicator's name
 * @param from the sender's original rank
 * @param to the receiver's
 * @param values what is in it; the first is its number, unique in the job
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Message(String comm, int from, int to, int tag, long[] values) {
  /** Whether these are its items, one behind the other; known of integers only. */
  boolean isIn(byte[] data) {
    ByteBuffer items = ByteBuffer.wrap(data).order(ByteOrder.nativeOrder());
    if (data.length != values.length * Integer.BYTES) {
      return false;
    }
    return Arrays.stream(values).allMatch(value -> items.getInt() == value);
  }

  @Override
  public String toString() {
    return "message %s from %d to %d on %s, tag %d"
        .formatted(Arrays.toString(values), from, to, comm, tag);
  }
}
