package org.legio.ulfm.ports;

/**
 * A way for the members of a communicator to agree without MPI. The conditions are those of {@link
 * Ulfm#agree}: all living members take part, in one order, and all of them get the same answer.
 */
public interface Ballot {

  /** Casts this member's vote and waits for the answer. */
  Agreement cast(boolean vote) throws Exception;

  /** Casts this member's vote and returns at once. */
  Ulfm.PendingAgreement start(boolean vote) throws Exception;
}
