package org.legio.runtime.engine.datatype;

/**
 * Data that lies in memory which processes share, and which is used again once a message has been
 * taken. One object serves for all messages that come the same way.
 */
public final class MappedPayload extends Payload {
  private final TypedViews memory;
  private int position;
  private int length;

  /** Data in a memory; {@link #set} says where. */
  public MappedPayload(TypedViews memory) {
    this.memory = memory;
  }

  /**
   * Says where the data lies.
   *
   * @param newPosition in bytes; a multiple of 8
   * @param newLength in bytes
   */
  public void set(int newPosition, int newLength) {
    position = newPosition;
    length = newLength;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public void copyTo(TypedViews to, int at, int offset, int part) {
    to.bytes().put(at, memory.bytes(), position + offset, part);
  }

  @Override
  public byte[] toBytes() {
    byte[] copy = new byte[length];
    memory.bytes().get(position, copy);
    return copy;
  }

  @Override
  public void unpackTo(Items items, int offset) {
    items.unpackAt(offset, memory, position, length);
  }

  @Override
  public Payload kept() {
    return length == 0 ? NONE : of(toBytes());
  }
}
