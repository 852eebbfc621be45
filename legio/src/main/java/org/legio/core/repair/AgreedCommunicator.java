package org.legio.core.repair;

import org.jspecify.annotations.Nullable;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.settings.Policies;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.Ulfm;
import org.legio.ulfm.ports.UlfmError;

/** A communicator of living members, who agree on the outcome of what they do together. */
public interface AgreedCommunicator {
  /** The members that are present now. */
  RankTranslation ranks();

  /** The policies in force now. */
  Policies policies();

  /** Its members by original rank, as ranks in the world. Not to be changed. */
  int[] members();

  /** Its place in an order of all communicators that is the same at all members. */
  long order();

  /** The present communicator. */
  long handle();

  /** How messages name it. */
  String name() throws Exception;

  /** Whether it is not shrunk after deaths agreed on: collectives on it would fail at some only. */
  boolean holdsDead();

  /** Whether an operation is skipped, or the job ended, by policy, because its root is dead. */
  boolean applyRootPolicy(String call, @Nullable Root root) throws Exception;

  /** Prepares for an operation that blocks, unless an attempt of it has opened its section. */
  void begin(String call) throws Exception;

  /** Counts the begin of a blocking operation. {@link #endOperation} is its end. */
  void beginOperation() throws Exception;

  /**
   * Counts the end of a blocking operation and ends its section, if there is one. Operations inside
   * a block are parts of the block and end with it.
   */
  void endOperation();

  /** Agrees with all living members, without a repair; other operations make progress meanwhile. */
  Agreement agree(boolean vote) throws Exception;

  /** As {@link #agree(boolean)}, but returns at once. */
  Ulfm.PendingAgreement startAgreement(boolean vote) throws Exception;

  /** Agrees with all living members. If a member has failed or died, repairs the communicator. */
  Agreement agree(String call, boolean vote) throws Exception;

  /** Replaces the communicator by one of the survivors. Collective over them. */
  void repair(String call) throws Exception;

  /** The outcome of an attempt on it. */
  Outcome outcomeOf(@Nullable Throwable thrown);

  /** Raises the program's own error by its error handler. */
  Exception raise(String call, @Nullable Throwable thrown) throws Exception;

  /** Ends the job, because the communicator cannot be repaired. */
  Error beyondRepair(String call, UlfmError error) throws Exception;
}
