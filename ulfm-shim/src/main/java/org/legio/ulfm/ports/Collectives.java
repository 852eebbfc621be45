package org.legio.ulfm.ports;

/** Serves the collective operations on one communicator. */
public interface Collectives {

  /**
   * Returns a call to be filled in, and then run or started. Blocking calls share one object, which
   * is valid until the operation has returned.
   */
  CollectiveCall call(Collective operation);

  /** Runs an operation and returns when it is over at this rank. */
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
