package org.legio.runtime.shm;

/**
 * Points at which others may have seen what a process has done so far, and nothing of what it does
 * next. A process that dies does so between two of them, as far as others can tell.
 */
public enum Step {
  /** It is about to take part in the job. */
  JOIN,
  /** The others can see that it lives. */
  JOINED,
  /** It has moved to another phase. */
  PHASE,
  /** It begins a call. */
  CALL,
  /** It is about to wait. */
  WAIT,
  /** It has said which checksum a frame has, and others have yet to. */
  VOTED,
  /** It is about to seal a frame. */
  SEAL,
  /** A frame is sealed, by it or by another replica. */
  SEALED,
  /** A frame's bytes are written, and the end of the stream is still before them. */
  WRITTEN,
  /** The end of the stream is behind a frame. */
  ENDED,
  /** It has said how far it has come in a stream. */
  MOVED,
  /** It has taken a message and is about to say so. */
  TAKEN,
  /** It is about to propose a decision. */
  PROPOSE,
  /** A decision stands, its own or that of another replica. */
  PROPOSED,
  /** It has done as a decision says, and is about to say so. */
  DONE,
  /** It is about to look how far another process is. */
  LOOK,
  /** It has said how many decisions it has followed. */
  FOLLOWED,
  /** It is about to claim a board. */
  BOARD,
  /** It is about to claim an effect on files. */
  CLAIM,
  /** It has claimed an effect, which it has to do. */
  CLAIMED,
  /** It has done an effect, and its outcome is not written. */
  EFFECT,
  /** It is in the middle of an effect. */
  MIDST,
  /** Its checkpoint is written, and the one before still counts. */
  CHECKPOINT,
  /** Its checkpoint counts, and it has not let go of what was before it. */
  CHECKPOINTED
}
