package org.legio.runtime.engine.datatype;

/** The data of a message, wherever it lies. */
public abstract class Payload {
  /** No data. */
  public static final Payload NONE = of(new byte[0]);

  /** Data in an array that nobody changes any more. */
  public static Payload of(byte[] bytes) {
    return new BytesPayload(bytes);
  }

  /** How many bytes it has. */
  public abstract int length();

  /**
   * Copies a part of it to memory that processes share.
   *
   * @param position where it goes, in bytes; a multiple of 8
   * @param offset where the part begins, in bytes; a multiple of 8
   * @param length in bytes
   */
  public abstract void copyTo(TypedViews to, int position, int offset, int length);

  /** All of it, in an array that the caller must not change. */
  public abstract byte[] toBytes();

  /**
   * Copies all of it into items.
   *
   * @param offset how many bytes of the items' data lie before it; 0 unless the items are dense
   */
  public abstract void unpackTo(Items items, int offset);

  /** The same data where it stays when the memory that it comes from is used again. */
  public abstract Payload kept();
}
