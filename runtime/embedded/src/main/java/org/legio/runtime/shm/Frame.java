package org.legio.runtime.shm;

import java.nio.ByteBuffer;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.Payload;

/** The format of a frame: a header of six words and its data, in whole lines of 64 bytes. */
public final class Frame {
  /** The first word: size of the data in the upper half, kind of frame in the lower. */
  public static final int FIRST = 0;

  static final int CONTEXT = 8;

  /** Source in the upper half, tag in the lower. */
  static final int SOURCE_AND_TAG = 16;

  /** Length of the whole transfer in the upper half, number of the send in the lower. */
  static final int LENGTH_AND_SEND = 24;

  /** Which message to this receiver it is in the upper half, offset of the data in the lower. */
  static final int ORDINAL_AND_OFFSET = 32;

  /** Number of the receive. */
  static final int RECEIVE = 40;

  public static final int HEADER_BYTES = 48;
  public static final int LINE = 64;

  /** Number of the kind of frame that fills the end of the ring. */
  public static final int PADDING = Message.Kind.values().length + 1;

  /** The first word where there is no frame. */
  public static final long NOTHING = 0;

  private static final Message.Kind[] KINDS = Message.Kind.values();

  /** A frame holds so many parts of the ring at most, so that several are under way at once. */
  private static final int RING_PARTS = 4;

  /** Data goes in parts of this size at most: a part is read while the next one is written. */
  private static final int MAX_PART_BYTES = 16 << 10;

  private Frame() {}

  /** The number of a kind of message in the first word. */
  @SuppressWarnings("EnumOrdinal") // all processes of a job run the same code
  public static int number(Message.Kind kind) {
    return kind.ordinal() + 1;
  }

  /** The most data that one frame carries in a ring of so many bytes; a multiple of 8. */
  public static int maxData(int capacity) {
    return Math.min(MAX_PART_BYTES, capacity / RING_PARTS - HEADER_BYTES);
  }

  /** The bytes that a frame with so much data takes. */
  public static int frameBytes(int data) {
    return (HEADER_BYTES + data + LINE - 1) & -LINE;
  }

  public static long two(int high, int low) {
    return ((long) high << Integer.SIZE) | (low & 0xFFFF_FFFFL);
  }

  public static int high(long words) {
    return (int) (words >> Integer.SIZE);
  }

  /**
   * Writes all of a header but its first word.
   *
   * @param offset how many bytes of the transfer lie before the frame's data
   */
  public static void write(ByteBuffer memory, int at, Message message, int offset) {
    memory.putLong(at + CONTEXT, message.context());
    memory.putLong(at + SOURCE_AND_TAG, two(message.source(), message.tag()));
    memory.putLong(at + LENGTH_AND_SEND, two(message.length(), message.send()));
    memory.putLong(at + ORDINAL_AND_OFFSET, two(message.ordinal(), offset));
    memory.putLong(at + RECEIVE, message.receive());
  }

  /** The context of a frame's message. */
  public static long context(ByteBuffer memory, int at) {
    return memory.getLong(at + CONTEXT);
  }

  /** The tag of a frame's message. */
  public static int tag(ByteBuffer memory, int at) {
    return (int) memory.getLong(at + SOURCE_AND_TAG);
  }

  /** Makes a message what a frame says, with data that has been set to the frame's. */
  static void show(ByteBuffer memory, int at, Message message, Message.Kind kind, Payload data) {
    long sourceAndTag = memory.getLong(at + SOURCE_AND_TAG);
    long lengthAndSend = memory.getLong(at + LENGTH_AND_SEND);
    long ordinalAndOffset = memory.getLong(at + ORDINAL_AND_OFFSET);
    message
        .reuse(kind)
        .matchedBy(memory.getLong(at + CONTEXT), high(sourceAndTag), (int) sourceAndTag)
        .carrying(high(lengthAndSend), high(ordinalAndOffset))
        .between((int) lengthAndSend, (int) memory.getLong(at + RECEIVE))
        .with(data, (int) ordinalAndOffset);
  }

  /** The kind of message of a number. */
  public static Message.Kind kind(int number) {
    return KINDS[number - 1];
  }
}
