package org.legio.runtime.shm;

import org.legio.runtime.lanes.Words;

/**
 * One end of a pipe from a process to another: a ring of frames in the job's memory, with one
 * writer and one reader.
 *
 * <ol>
 *   <li>{@linkplain Frame Frames} lie one after the other. A frame does not go round the end of the
 *       ring; a padding frame fills the rest.
 *   <li>The first word of a header is 0 until the frame is complete. The writer copies data and the
 *       rest of the header, and writes the first word last. The next frame's is 0 by then, usually
 *       since an earlier frame.
 *   <li>The reader looks at the first word of the place where the next frame is due. When it has
 *       taken the frame, it moves the head, and the writer may use that room again.
 * </ol>
 *
 * <p>So a small message is one line that moves from one core to another. What a process has written
 * before its death is there to be read, and no byte of it changes any more. Nobody waits here: who
 * finds no room or no frame comes back later.
 */
abstract class Pipe extends Ring {
  /** How far the reader is. */
  static final int HEAD = 0;

  /** How many bytes of unexpected messages the reader has handed to receives. */
  static final int TAKEN = Long.BYTES;

  /**
   * Counts what the writer wants of the daemon that carries its frames to another host: if odd,
   * that it stops, for the writer sends by itself; if even, that it continues.
   */
  static final int WANTED = 2 * Long.BYTES;

  /** The place at which the daemon has stopped. */
  static final int STOPPED = 3 * Long.BYTES;

  /** The last count of {@link #WANTED} that the daemon has followed. */
  static final int FOLLOWED = 4 * Long.BYTES;

  /**
   * Of a pipe from another host, up to which place the daemon has brought frames. Where the reader
   * has come beyond that by a connection, its place contains old bytes.
   */
  static final int BROUGHT = JobShape.LINE;

  /** Where the pipe begins in the memory: its head. */
  final int base;

  /** The ring of a stream between two processes, one of which this process is or serves. */
  Pipe(JobMemory job, int from, int to, int stream) {
    this(job, job.shape().ring(from, to, stream));
  }

  private Pipe(JobMemory job, int base) {
    super(job.views(), base + job.shape().ringHeaderBytes(), job.shape().ringDataBytes());
    this.base = base;
  }

  final long word(int position) {
    return memory.bytes().getLong(position);
  }

  final void putWord(int position, long word) {
    memory.bytes().putLong(position, word);
  }

  final long readWord(int position) {
    return Words.getAcquire(memory.bytes(), position);
  }

  /** Publishes a word, unless it is larger already; only by who alone writes it. */
  final void raiseWord(int position, long word) {
    Words.raise(memory.bytes(), position, word);
  }

  final void publishWord(int position, long word) {
    Words.setRelease(memory.bytes(), position, word);
  }
}
