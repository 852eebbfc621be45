package org.legio.faults;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The data that a rank writes to a file, or has read from one, in one call: numbers of 4 bytes. */
final class Part {

  /** How its place in the file is found. */
  enum Way {
    /** The rank has chosen it. */
    CHOSEN,
    /** By the shared pointer, in whatever order. */
    SHARED,
    /** By the shared pointer, in the order of ranks. */
    ORDERED
  }

  final String file;
  final int rank;
  final Way way;

  /** Of those by the shared pointer: what has a lower phase lies before it. */
  final int phase;

  /** Of a chosen one: where in the file its numbers are, counted in numbers. */
  final int[] places;

  /** Its numbers; of one that is read, as many as are asked for. */
  long[] values;

  final boolean isRead;

  /** Whether the call has returned. */
  boolean isOver;

  Part(String file, int rank, Way way, int phase, int[] places, long[] values, boolean isRead) {
    this.file = file;
    this.rank = rank;
    this.way = way;
    this.phase = phase;
    this.places = places;
    this.values = values;
    this.isRead = isRead;
  }

  byte[] bytes() {
    ByteBuffer bytes = ByteBuffer.allocate(length()).order(ByteOrder.nativeOrder());
    Arrays.stream(values).forEach(value -> bytes.putInt(Math.toIntExact(value)));
    return bytes.array();
  }

  int length() {
    return values.length * Integer.BYTES;
  }

  @Override
  public String toString() {
    return "rank %d %s %s%s in phase %d%s"
        .formatted(
            rank,
            isRead ? "reads" : "writes",
            Arrays.toString(values),
            way == Way.CHOSEN ? " at " + Arrays.toString(places) : " " + way,
            phase,
            isOver ? "" : " and has not returned");
  }
}
