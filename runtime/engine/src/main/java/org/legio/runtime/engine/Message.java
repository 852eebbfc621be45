package org.legio.runtime.engine;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Payload;

/**
 * One message on its way. It names requests by their numbers, so that it can leave the process.
 *
 * <p>What brings many messages may use one object for all of them. Who keeps a message longer than
 * the call that it is given to keeps a copy, see {@link #kept}.
 *
 * <p>Its identifier is (context, source, receiver, tag, {@link #ordinal}): both ends can compute it
 * (LAIK's TCP backend, section 4.5.4; VolpexMPI, section 3.2.3).
 */
public final class Message {
  /** The part that a message plays in a transfer. */
  public enum Kind {
    /** The whole transfer: it carries the data. */
    EAGER,
    /** Announces data that the receiver has to ask for. */
    REQUEST_TO_SEND,
    /** Asks the sender for data that was announced. */
    CLEAR_TO_SEND,
    /** Carries data that the receiver has asked for, or a part of them. */
    DATA,
    /** Belongs to the traffic of a window; its tag says what it is. */
    WINDOW,
    /** Tells that a context is revoked. */
    REVOCATION,
    /** Words from one process's Legio to another's; the tag says of what kind. */
    NOTE,
    /** A vote in an agreement; its context is the agreement's key. */
    VOTE
  }

  /** The number where no receive is named. */
  static final int NO_RECEIVE = -1;

  /** A message with its data, which can be written down. */
  static final class Copy implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final int worldSource;
    private final long context;
    private final int source;
    private final int tag;
    private final int length;
    private final int ordinal;
    private final int send;
    private final int receive;
    private final int offset;
    private final byte[] data;

    private Copy(Message message) {
      this.kind = message.kind;
      this.worldSource = message.worldSource;
      this.context = message.context;
      this.source = message.source;
      this.tag = message.tag;
      this.length = message.length;
      this.ordinal = message.ordinal;
      this.send = message.send;
      this.receive = message.receive;
      this.offset = message.offset;
      this.data = message.payload.toBytes();
    }

    Message message() {
      return new Message(kind, worldSource)
          .matchedBy(context, source, tag)
          .carrying(length, ordinal)
          .between(send, receive)
          .with(Payload.of(data), offset);
    }
  }

  Copy copy() {
    return new Copy(this);
  }

  private Kind kind;
  private int worldSource;
  private long context;
  private int source;
  private int tag;
  private int length;
  private int ordinal;
  private int send;
  private int receive = NO_RECEIVE;
  private int offset;
  private Payload payload = Payload.NONE;
  private @Nullable Runnable whenTaken;

  /**
   * Begins a message.
   *
   * @param worldSource the rank in the world of the process that it comes from
   */
  public Message(Kind kind, int worldSource) {
    this.kind = kind;
    this.worldSource = worldSource;
  }

  /** Makes this object another message of the same process. */
  public Message reuse(Kind newKind) {
    kind = newKind;
    return this;
  }

  /**
   * Says what its transfer is matched by.
   *
   * @param newContext the number of the communicator's context for it
   * @param newSource the rank of the transfer's sender in the communicator
   */
  public Message matchedBy(long newContext, int newSource, int newTag) {
    context = newContext;
    source = newSource;
    tag = newTag;
    return this;
  }

  /**
   * Says how much its transfer carries, and which of the sender's messages to this receiver in this
   * context it is.
   *
   * @param newLength in bytes, over all its parts
   * @param newOrdinal from 0
   */
  public Message carrying(int newLength, int newOrdinal) {
    length = newLength;
    ordinal = newOrdinal;
    return this;
  }

  /**
   * Names the requests of its transfer.
   *
   * @param newSend the number of the send at its rank
   * @param newReceive the number of the receive at its rank
   */
  public Message between(int newSend, int newReceive) {
    send = newSend;
    receive = newReceive;
    return this;
  }

  /**
   * Gives it data.
   *
   * @param newOffset how many bytes of the transfer lie before them
   */
  public Message with(Payload data, int newOffset) {
    payload = data;
    offset = newOffset;
    return this;
  }

  /** Has something done once the data has been copied, and the program may change its buffer. */
  Message whenTaken(Runnable action) {
    whenTaken = action;
    return this;
  }

  /** The data has been copied. */
  public void taken() {
    if (whenTaken != null) {
      whenTaken.run();
    }
  }

  /** A copy of it, whose data stays. */
  public Message kept() {
    return new Message(kind, worldSource)
        .matchedBy(context, source, tag)
        .carrying(length, ordinal)
        .between(send, receive)
        .with(payload.kept(), offset);
  }

  /** From now on its data does not depend on the program's buffer any more. */
  void detach() {
    payload = payload.kept();
  }

  /** The answer to this message, about the same transfer. */
  Message reply(Kind replyKind, int from, int receiveNumber) {
    return new Message(replyKind, from)
        .matchedBy(context, source, tag)
        .carrying(length, ordinal)
        .between(send, receiveNumber);
  }

  public Kind kind() {
    return kind;
  }

  /** The number of the context that it belongs to. */
  public long context() {
    return context;
  }

  /** The rank of the transfer's sender in the communicator. */
  public int source() {
    return source;
  }

  /** The rank in the world of the process that this message comes from. */
  public int worldSource() {
    return worldSource;
  }

  public int tag() {
    return tag;
  }

  /** The number of bytes of the program's data that the transfer carries. */
  public int length() {
    return length;
  }

  /** Which of the sender's messages to this receiver in this context its transfer is, from 0. */
  public int ordinal() {
    return ordinal;
  }

  /** The number of the send at its rank; no meaning where the data is not announced. */
  public int send() {
    return send;
  }

  /** The number of the receive at its rank. */
  public int receive() {
    return receive;
  }

  /** How many bytes of the transfer lie before its data. */
  public int offset() {
    return offset;
  }

  /** The data that it brings. */
  public Payload payload() {
    return payload;
  }
}
