package org.legio.inprocess;

/** One message on its way. It names requests by their numbers, so that it can leave the process. */
public final class Message {
  /** The part that a message plays in a transfer. */
  public enum Kind {
    /** The whole transfer: it carries the data. */
    EAGER,
    /** Announces data that the receiver has to ask for. */
    REQUEST_TO_SEND,
    /** Asks the sender for data that was announced. */
    CLEAR_TO_SEND,
    /** Carries data that the receiver has asked for. */
    DATA,
    /** Belongs to the traffic of a window; its tag says what it is. */
    WINDOW
  }

  /** The number where no receive is named. */
  static final int NO_RECEIVE = -1;

  public final Kind kind;
  public final long context;

  /** The rank of the transfer's sender in the communicator. */
  public final int source;

  /** The rank in the world of the process that this message comes from. */
  public final int worldSource;

  public final int tag;

  /** The number of bytes of the program's data that the transfer carries. */
  public final int length;

  /** The number of the send at its rank; no meaning where the data is not announced. */
  public final int send;

  /** The number of the receive at its rank. */
  public final int receive;

  public final byte[] data;

  /**
   * Makes a message.
   *
   * @param worldSource the rank in the world of the process that it comes from
   * @param send the number of the send at its rank
   * @param receive the number of the receive at its rank
   */
  public Message(
      Kind kind, Envelope envelope, int worldSource, int send, int receive, byte[] data) {
    this.kind = kind;
    this.context = envelope.context;
    this.source = envelope.source;
    this.worldSource = worldSource;
    this.tag = envelope.tag;
    this.length = envelope.length;
    this.send = send;
    this.receive = receive;
    this.data = data;
  }

  /**
   * What a transfer is matched by, and how much it carries.
   *
   * @param context the number of the communicator's context for it
   * @param source the sender's rank in the communicator
   * @param length in bytes
   */
  public record Envelope(long context, int source, int tag, int length) {}

  /** The answer to this message, about the same transfer. */
  Message reply(Kind replyKind, int from, int receiveNumber, byte[] replyData) {
    return new Message(
        replyKind,
        new Envelope(context, source, tag, length),
        from,
        send,
        receiveNumber,
        replyData);
  }

  int length() {
    return length;
  }
}
