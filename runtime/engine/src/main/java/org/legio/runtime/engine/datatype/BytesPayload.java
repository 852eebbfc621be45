package org.legio.runtime.engine.datatype;

/** Data in an array of its own. */
final class BytesPayload extends Payload {
  private final byte[] bytes;

  BytesPayload(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public int length() {
    return bytes.length;
  }

  @Override
  public void copyTo(TypedViews to, int position, int offset, int length) {
    to.bytes().put(position, bytes, offset, length);
  }

  @Override
  public byte[] toBytes() {
    return bytes;
  }

  @Override
  public void unpackTo(Items items, int offset) {
    items.unpackAt(offset, bytes, 0, bytes.length);
  }

  @Override
  public Payload kept() {
    return this;
  }
}
