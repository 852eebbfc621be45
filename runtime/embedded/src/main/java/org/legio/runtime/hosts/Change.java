package org.legio.runtime.hosts;

import org.legio.runtime.net.MalformedException;

/** What one daemon tells another; each is a record of a link that begins with its number. */
enum Change {
  /** A vote: process, place, and the vote's bytes. */
  VOTE,
  /**
   * Frames: sender, the receiver's line, place, bytes of the ring, and the frames; none to say the
   * place.
   */
  FRAMES,
  /** How far a reader is: sender, the receiver's line, head, bytes taken. */
  HEAD,
  /** The port at which a process can be reached: process, port. */
  PORT,
  /** How far a process has come: process, phase. */
  PHASE,
  /** A process has ended without having left MPI, and all it has left has been sent: process. */
  LOST,
  /** A process of the receiver is to be ended: process. */
  UNWANTED,
  /** Decisions, in the order of the journal: the receiver; then rank, number and word of each. */
  DECISIONS,
  /** Frames of a stream: its number, the place of the first, and the frames. */
  STREAM,
  /**
   * How far a stream or log is: its number and place; from where on that host needs it, and will
   * need it when all that it has told has arrived; and how far its processes have come.
   */
  PLACE,
  /**
   * The receiver, which joins, needs nothing before a place any more: stream or log, place, and
   * which place leads then.
   */
  SKIP,
  /**
   * The sender asks to lead a rank, since the receiver holds it up: rank, and how many decisions it
   * knows.
   */
  ASK,
  /** A part of a checkpoint: process, place, length of the whole, and the bytes. */
  CHECKPOINT,
  /** The checkpoint of a process that was sent counts there, or a newer one does: process. */
  CHECKPOINT_SETTLED,
  /** All that was decided before is told: 0, and the number of the mark. */
  MARK,
  /** A mark has come: 0, and its number. */
  ECHO,
  /** No more is kept for restarts: 0. */
  KEPT_NO_MORE,
  /** The job is aborted: status. */
  ABORT,
  /** A process has failed by itself with a status that is to be the job's: status. */
  FAILURE;

  private static final Change[] ALL = values();

  @SuppressWarnings("EnumOrdinal") // all daemons run the same code
  byte number() {
    return (byte) ordinal();
  }

  static Change of(int number) throws MalformedException {
    if (number < 0 || number >= ALL.length) {
      throw new MalformedException(
          "a record of kind " + number + ": the other daemon runs another version");
    }
    return ALL[number];
  }
}
