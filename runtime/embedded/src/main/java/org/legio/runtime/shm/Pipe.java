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
 *       rest of the header, sets the first word of the next frame's place to 0, and writes the
 *       frame's own first word last.
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
   * Not 0 if the writer wants to send its frames to another host by itself, from the place on at
   * which the daemon stops.
   */
  static final int WANTED = 2 * Long.BYTES;

  /** The place at which the daemon has stopped, and 1; 0 as long as it brings all. */
  static final int STOPPED = 3 * Long.BYTES;

  /** Where the pipe begins in the memory: its head. */
  final int base;

  /** The ring between two processes, one of which this process is. */
  Pipe(JobMemory job, int from, int to) {
    this(job, job.shape().ring(from, to));
  }

  private Pipe(JobMemory job, int base) {
    super(job.views(), base + JobShape.RING_HEADER_BYTES, job.shape().ringDataBytes());
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

  final void publishWord(int position, long word) {
    Words.setRelease(memory.bytes(), position, word);
  }
}
