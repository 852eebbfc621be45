package org.legio.runtime.engine.datatype;

import org.jspecify.annotations.Nullable;

/**
 * Items of a datatype at a place in a program's buffer. As the data of a message they are dense:
 * what has gaps is packed before.
 */
public final class Items extends Payload {
  private @Nullable Memory memory;
  private int offset;
  private int count;
  private Datatype type;

  public Items(@Nullable Object buffer, int offset, int count, Datatype type) {
    this(buffer == null ? null : new Memory().set(buffer), offset, count, type);
  }

  public Items(@Nullable Memory memory, int offset, int count, Datatype type) {
    this.memory = memory;
    this.offset = offset;
    this.count = count;
    this.type = type;
  }

  /** No items; {@link #set} gives this object others, again and again. */
  public static Items reusable() {
    return new Items(new Memory(), 0, 0, Datatype.of(Basic.BYTE));
  }

  /** Makes this object other items; only of one made by {@link #reusable}. */
  public Items set(@Nullable Object buffer, int newOffset, int newCount, Datatype newType) {
    Memory mine = memory;
    if (mine != null) {
      mine.set(buffer == null ? NOTHING : buffer);
    }
    offset = newOffset;
    count = buffer == null ? 0 : newCount;
    type = newType;
    return this;
  }

  private static final byte[] NOTHING = {};

  /** The same items, in an object that is not used again. */
  public Items copy() {
    Memory mine = memory;
    return new Items(mine == null ? null : mine.copy(), offset, count, type);
  }

  public Datatype type() {
    return type;
  }

  /** The number of bytes of data in them, gaps not counted. */
  public int bytes() {
    return count * type.size();
  }

  public boolean isDense() {
    return type.isDense();
  }

  /** Items of the same buffer and type, so many items further on. */
  public Items at(int displacement, int newCount) {
    return new Items(memory, offset + displacement * type.extent(), newCount, type);
  }

  private boolean isEmpty() {
    return memory == null || count <= 0;
  }

  public byte[] pack() {
    Memory mine = memory;
    return mine == null || count <= 0 ? new byte[0] : type.pack(mine, offset, count);
  }

  public void unpack(byte[] data) {
    unpack(data, 0, data.length);
  }

  public void unpack(byte[] data, int from, int length) {
    Memory mine = memory;
    if (mine != null && length > 0) {
      type.unpack(data, from, length, mine, offset);
    }
  }

  // ------------------------------------------------------------------ as the data of a message

  /** Their data as that of a message: they themselves if they are dense, else a packed copy. */
  public Payload payload() {
    return isEmpty() ? NONE : isDense() ? this : of(pack());
  }

  @Override
  public int length() {
    return isEmpty() ? 0 : bytes();
  }

  @Override
  public void copyTo(TypedViews to, int position, int from, int length) {
    Memory mine = memory;
    if (mine != null && length > 0) {
      mine.copyTo(offset + from, to, position, length);
    }
  }

  @Override
  public byte[] toBytes() {
    return pack();
  }

  @Override
  public void unpackTo(Items items, int at) {
    byte[] packed = pack();
    items.unpackAt(at, packed, 0, packed.length);
  }

  @Override
  public Payload kept() {
    return isEmpty() ? NONE : of(pack());
  }

  // ------------------------------------------------------------------ where data lands

  /** Takes data that begins so many bytes behind the beginning of these items' own. */
  void unpackAt(int at, byte[] data, int from, int length) {
    Memory mine = memory;
    if (at == 0) {
      unpack(data, from, length);
    } else if (mine != null) {
      mine.put(offset + at, data, from, length);
    }
  }

  /** Likewise, from memory that processes share. */
  void unpackAt(int at, TypedViews from, int position, int length) {
    Memory mine = memory;
    if (mine == null || length == 0) {
      return;
    }
    if (isDense()) {
      mine.copyFrom(offset + at, from, position, length);
    } else {
      byte[] packed = new byte[length];
      from.bytes().get(position, packed);
      unpack(packed);
    }
  }
}
