package org.legio.inprocess;

import org.jspecify.annotations.Nullable;

/** One message on its way. */
final class Message {
  /** The part that a message plays in a transfer. */
  enum Kind {
    /** The whole transfer: it carries the data. */
    EAGER,
    /** Announces data that the receiver has to ask for. */
    REQUEST_TO_SEND,
    /** Asks the sender for data that was announced. */
    CLEAR_TO_SEND,
    /** Carries data that the receiver has asked for. */
    DATA
  }

  final Kind kind;
  final int context;

  /** The sender's rank in the communicator, and in the world. */
  final int source;

  final int worldSource;
  final int tag;
  final byte[] data;
  final @Nullable SendRequest send;
  final @Nullable ReceiveRequest receive;

  Message(
      Kind kind,
      int context,
      int source,
      int worldSource,
      int tag,
      byte[] data,
      @Nullable SendRequest send,
      @Nullable ReceiveRequest receive) {
    this.kind = kind;
    this.context = context;
    this.source = source;
    this.worldSource = worldSource;
    this.tag = tag;
    this.data = data;
    this.send = send;
    this.receive = receive;
  }

  /** The number of bytes of the program's data that the transfer carries. */
  int length() {
    return send == null ? data.length : send.data().length;
  }
}
