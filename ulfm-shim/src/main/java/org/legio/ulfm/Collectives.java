package org.legio.ulfm;

/** What serves the collective operations on one communicator. */
public interface Collectives {

  /**
   * A call to be filled in, and then run or started. Calls that are run share one; it is valid
   * until the operation has returned.
   */
  CollectiveCall call(Collective operation);

  /** Runs an operation; returns when it is over at this rank. */
  void run(CollectiveCall call) throws Exception;

  /**
   * Starts an operation, whose buffers are in native memory.
   *
   * @return its request
   */
  long start(CollectiveCall call) throws Exception;

  /** Runs a barrier. */
  default void barrier() throws Exception {
    run(call(Collective.BARRIER));
  }
}
