package org.legio.inprocess;

import org.jspecify.annotations.Nullable;

/** One message on its way. */
final class Message {
  /** What part of a transfer it is. */
  enum Kind {
    /** All of it. */
    EAGER,
    /** Announces one that is to be fetched. */
    REQUEST_TO_SEND,
    /** Fetches one that has been announced. */
    CLEAR_TO_SEND,
    /** One that has been fetched. */
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

  /** How many bytes of the program's it carries, or will. */
  int length() {
    return send == null ? data.length : send.data().length;
  }
}
