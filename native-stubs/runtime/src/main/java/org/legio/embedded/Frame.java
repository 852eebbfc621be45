package org.legio.embedded;

import org.legio.inprocess.Message;

/**
 * What a pipe carries: a message, or a word of the runtime's own.
 *
 * @param kind one of the numbers below
 * @param message its fields as a message has them; a word of the runtime's own uses some of them
 */
record Frame(int kind, Message message) {
  /** The first number behind those of {@link Message.Kind}. */
  static final int REVOCATION = 5;

  /** Words from one process's Legio to another's. */
  static final int NOTE = 6;

  private static final Message.Kind[] KINDS = Message.Kind.values();
  private static final byte[] NO_DATA = {};

  @SuppressWarnings("EnumOrdinal") // all processes of a job run the same code
  static Frame of(Message message) {
    return new Frame(message.kind.ordinal(), message);
  }

  /** Tells that a context is revoked. */
  static Frame revocation(int author, long context) {
    return own(REVOCATION, author, context, 0, NO_DATA);
  }

  /** Tells a note. */
  static Frame note(int author, int kind, byte[] words) {
    return own(NOTE, author, 0, kind, words);
  }

  private static Frame own(int kind, int author, long context, int tag, byte[] data) {
    return new Frame(
        kind,
        new Message(
            Message.Kind.EAGER,
            new Message.Envelope(context, author, tag, data.length),
            author,
            0,
            0,
            data));
  }

  /** The kind of message that a number of a kind stands for. */
  static Message.Kind kindOf(int kind) {
    return kind < KINDS.length ? KINDS[kind] : Message.Kind.EAGER;
  }
}
