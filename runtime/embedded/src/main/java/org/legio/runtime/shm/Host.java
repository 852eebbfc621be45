package org.legio.runtime.shm;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.legio.runtime.lanes.IdleStrategy;

/**
 * Where a job's memory lies, and what a process learns of the others without it: who lives, what
 * time it is, and how to wait for them.
 */
public interface Host extends AutoCloseable {
  /** The memory that all processes share. */
  ByteBuffer memory();

  /** Lets the others see from now on whether this process lives. */
  void join(int member) throws IOException;

  /** Lets the others see a member of another host as living, until the result is closed. */
  Closeable standInFor(int member) throws IOException;

  /** Whether a member that has joined has ended; false as long as this process has not joined. */
  boolean isGone(int member);

  /** Whether a member has ended; this process need not have joined. */
  boolean hasEnded(int member);

  /** Whether so many processes have to share cores. */
  boolean areCoresShared(int processes);

  /**
   * How a thread waits for one of so many processes.
   *
   * @param meanwhile what is run between yields and naps
   */
  IdleStrategy waiting(int processes, Runnable meanwhile);

  /** Waits a moment for what another process has done already. */
  void spin();

  /** Leaves the core to others, for a time in which several messages may come. */
  void nap();

  /** The time in nanoseconds, as {@link System#nanoTime}. */
  long nanoTime();

  /** This process comes to a step. */
  void step(Step step);

  /** Ends another process at once. */
  void kill(long pid);

  /** Tells people something that does not end the job. */
  void warn(String message);

  /** The files of the processes' checkpoints. */
  CheckpointFiles checkpoints();

  /** Adds the variables by which other processes find this memory. */
  void addTo(Map<String, String> environment);

  /** Removes the name of the memory; it stays with those who have mapped it. */
  void unlink() throws IOException;

  @Override
  void close() throws IOException;
}
