package org.legio.core;

import org.jspecify.annotations.Nullable;
import org.legio.ulfm.CollectiveCall;

/** Who carries the attempts of a communicator's collective operations. */
interface CollectiveCarrier {

  /**
   * Whether the first attempt may be MPI's own call with the program's own buffers, as long as
   * nobody is missing: a failed one spoils nothing that a repetition needs or a policy keeps.
   */
  boolean isPlain(CollectiveCall call);

  /** The root that decides whether an operation is skipped; null if it has none. */
  @Nullable Root root(CollectiveCall call);

  /**
   * Makes an operation ready to be run.
   *
   * @throws Exception what MPI says to wrong arguments that would reach nobody else
   */
  CollectiveAttempt prepare(CollectiveCall call) throws Exception;

  /** Makes it ready to be started; null if operations are to be run instead. */
  CollectiveAttempt.@Nullable Startable prepareToStart(CollectiveCall call) throws Exception;
}
