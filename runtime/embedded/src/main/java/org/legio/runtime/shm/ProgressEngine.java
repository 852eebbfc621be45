package org.legio.runtime.shm;

import java.util.Optional;
import org.legio.runtime.engine.Channel;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.Scheduler;
import org.legio.ulfm.ports.BoardMemory;

/** Drives progress in one process: takes what has come from others, and sees who has failed. */
public interface ProgressEngine extends Scheduler {
  /** Takes what has come. */
  interface Receiver {
    /** Takes a message; it is used again for the next one. */
    void take(Message message);

    /** Another rank has failed, and all that it has sent has been taken. */
    void failed(int rank);

    /**
     * Replicas of this rank do not do the same.
     *
     * @param what in words
     * @param why with the stack of the call
     */
    Error diverged(String what, Divergence why);
  }

  /** The way of messages to another rank, or to this one. */
  Channel channelTo(int to);

  /** Sends a message to a rank, which may be this one. */
  void send(int to, Message message);

  /** An unexpected message has been handed to its receive, or dropped. */
  void takenOut(Message message);

  /** Waits until all that has been sent is where the others can read it, or nobody will. */
  void finish();

  /** The time in nanoseconds, as {@link System#nanoTime}; the same at all replicas of a rank. */
  default long nanoTime() {
    return System.nanoTime();
  }

  /** The memory of the boards of ranks that share a host; empty if they have none. */
  Optional<BoardMemory> boardMemory();

  /** Does what can be done while no thread of this process is in a call. */
  void pollAside();

  // ------------------------------------------------------------------ nothing to do with processes

  @Override
  default void wake(int rank) {}

  @Override
  default void progress() {}

  @Override
  default void disturb() {}

  @Override
  default boolean happensTo(int rank) {
    return true;
  }

  @Override
  default void soon(Runnable event) {
    event.run();
  }
}
