package org.legio.ulfm.ports;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Ends, informs and observes the running MPI job as a whole. */
public interface Job {

  /**
   * Ends all ranks and the launcher, at once; does not return.
   *
   * @param status the exit status the job should end with, 1 to 255 where the launcher lets it
   * @param message what failed, with its values, and the remedy; printed on standard error
   */
  Error abort(int status, String message);

  /**
   * Ends this process as a crash would, so that the other ranks notice it at once. If no other rank
   * is left, the process ends with its status, which the launcher passes on. Otherwise the job ends
   * with this status later, unless it is 0 or the status of a signal.
   *
   * @param status the exit status with which it was about to end
   */
  void crash(int status);

  /**
   * Tells MPI, at all ranks on all nodes, that a rank has failed, as the launcher does for the
   * failures that it notices. A rank that is still alive counts as failed from then on, but is not
   * stopped. May be called on any thread; does nothing before {@code MPI_Init} and after {@code
   * MPI_Finalize}. Telling it twice does no harm.
   *
   * @param rankInWorld its rank in {@code MPI_COMM_WORLD}; where it is this rank's own, only the
   *     other ranks are told
   */
  void announceFailure(int rankInWorld);

  /** How the ranks have survived the deaths of their processes so far. */
  default Survival survival() {
    return Survival.NONE;
  }

  /**
   * What the program has given to its last checkpoint, if this process has been restarted since. To
   * be asked for once, before the first checkpoint; the program continues as it did behind that
   * checkpoint.
   *
   * @throws IllegalStateException if it has been asked for before
   */
  default Optional<byte[]> restored() {
    return Optional.empty();
  }

  /**
   * The program could continue from here, with this, which is asked for only where processes are
   * restarted. Whether it is taken, nobody is told; where nothing is restarted, nothing happens.
   *
   * @throws IllegalStateException if {@link #restored} has not been asked for
   */
  default void checkpoint(Supplier<byte[]> program) {}

  /**
   * From now on, a replica that holds up other processes is ended instead of waited for, if another
   * one of its rank is far ahead. Does nothing where ranks have no replicas.
   */
  default void evictLaggards() {}

  /** The notes that ranks send each other outside of MPI. */
  Notes notes();

  /** Whether all ranks are on one node. */
  default boolean isOnOneNode() {
    return true;
  }

  /** The name of this process's host, which no other host of the job has. */
  String host();

  /**
   * The memory that the processes on this host can share; empty on all hosts if none has several
   * processes that can.
   */
  default Optional<BoardMemory> boardMemory() {
    return Optional.empty();
  }

  /** By what this rank does something to files outside of MPI. */
  default Effects effects() {
    return DirectEffects.SHARED;
  }

  /**
   * The time in nanoseconds, as {@link System#nanoTime}; a runtime for tests has a clock of its
   * own.
   */
  default long nanoTime() {
    return System.nanoTime();
  }

  /**
   * Leaves the processor to others, in a loop that waits for a condition. A runtime for tests
   * overrides it to let its other ranks run.
   *
   * @param nanos for about how many nanoseconds; 0 for as long as others want it
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
   * Called when this process has finalized MPI and is about to end with status 0. If the job has to
   * end with another status and no other rank is left that could do so, this process ends with it,
   * and the method does not return. The status of a rank that failed by itself comes first, then
   * the one given here.
   *
   * @param status the status with which the job has to end as far as this rank knows; 0 for success
   */
  void exit(int status);
}
