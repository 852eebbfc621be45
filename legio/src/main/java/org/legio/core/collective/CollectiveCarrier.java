package org.legio.core.collective;

import org.jspecify.annotations.Nullable;
import org.legio.core.repair.Root;
import org.legio.ulfm.ports.CollectiveCall;

/**
 * Makes the attempts of a communicator's collective operations: {@link FlatCarrier} in one
 * communicator, {@link InterCarrier} between two groups.
 */
interface CollectiveCarrier {

  /**
   * Whether the first attempt may be MPI's own call with the program's own buffers, as long as no
   * member is missing: a failed attempt spoils nothing that a repetition needs or a policy keeps.
   */
  boolean isPlain(CollectiveCall call);

  /** The error for a call with a buffer that is too short; null if all have room. */
  @Nullable Exception errorIn(CollectiveCall call);

  /** The root that decides whether an operation is skipped; null if it has none. */
  @Nullable Root root(CollectiveCall call);

  /**
   * Prepares an operation that is to be run.
   *
   * @throws Exception MPI's error for wrong arguments that concern no other rank
   */
  CollectiveAttempt prepare(CollectiveCall call) throws Exception;

  /** Prepares an operation that is to be started; null if it must be run instead. */
  CollectiveAttempt.@Nullable Startable prepareToStart(CollectiveCall call) throws Exception;
}
