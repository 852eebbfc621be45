package org.legio.ulfm;

import java.util.concurrent.locks.LockSupport;

/** The running MPI job as a whole. */
public interface Job {

  /**
   * Ends all ranks and the launcher, at once; does not return.
   *
   * @param status the exit status the job should end with, 1 to 255 where the launcher lets it
   * @param message why: what failed, with its values, and the remedy; printed on standard error
   */
  Error abort(int status, String message);

  /**
   * Ends this process as a crash would, so that the other ranks notice it at once. If no other rank
   * is left to notice, the process ends with its status, for the launcher to pass it on; else the
   * job will end with it, unless it is 0 or that of a signal.
   *
   * @param status the exit status that it was about to end with
   */
  void crash(int status);

  /**
   * Tells MPI, at all ranks on all nodes, that a rank has failed, as the launcher does where it
   * notices; a rank that lives counts as failed from then on, and may go on. To be called between
   * {@code MPI_Init} and {@code MPI_Finalize}, on any thread; outside it does nothing. Telling it
   * twice does no harm.
   *
   * @param rankInWorld its rank in {@code MPI_COMM_WORLD}; it may be this rank's own, whose MPI
   *     then learns nothing of it
   */
  void announceFailure(int rankInWorld);

  /** What ranks tell each other beside MPI. */
  Notes notes();

  /** Whether all ranks are on one node. */
  default boolean isOnOneNode() {
    return true;
  }

  /** The time, as {@link System#nanoTime}; a runtime for tests has a clock of its own. */
  default long nanoTime() {
    return System.nanoTime();
  }

  /**
   * Leaves the processor to others between two looks at what is waited for; a runtime for tests has
   * others go on by itself.
   *
   * @param nanos for how long about; 0 for as long as others want it
   */
  @SuppressWarnings("ThreadPriorityCheck") // there may be more ranks than cores
  default void yieldFor(long nanos) {
    if (nanos == 0) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(nanos);
    }
  }

  /**
   * Called when this process, which has finalised MPI, is about to end with status 0. Ends it with
   * another, and does not return, if the job is to end with another and no rank is left that could
   * see to it: that of a rank that has failed by itself, else that which a rank asks for here.
   *
   * @param status what the job is to end with for what this rank knows; 0 if it knows of nothing
   */
  void exit(int status);
}
