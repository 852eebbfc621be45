package org.legio.inprocess;

import org.jspecify.annotations.Nullable;

/** Items of a datatype at a place in a program's buffer. */
final class Items {
  private final @Nullable Memory memory;
  private final int offset;
  private final int count;
  private final Datatype type;

  Items(@Nullable Object buffer, int offset, int count, Datatype type) {
    this(buffer == null ? null : Memory.of(buffer), offset, count, type);
  }

  Items(@Nullable Memory memory, int offset, int count, Datatype type) {
    this.memory = memory;
    this.offset = offset;
    this.count = count;
    this.type = type;
  }

  Datatype type() {
    return type;
  }

  /** The number of bytes of data in them, gaps not counted. */
  int bytes() {
    return count * type.size();
  }

  /** Items of the same buffer and type, so many items further on. */
  Items at(int displacement, int newCount) {
    return new Items(memory, offset + displacement * type.extent(), newCount, type);
  }

  byte[] pack() {
    return memory == null || count <= 0 ? new byte[0] : type.pack(memory, offset, count);
  }

  void unpack(byte[] data) {
    unpack(data, 0, data.length);
  }

  void unpack(byte[] data, int from, int length) {
    if (memory != null && length > 0) {
      type.unpack(data, from, length, memory, offset);
    }
  }
}
