package org.legio.runtime.shm;

import java.nio.ByteBuffer;
import org.legio.runtime.lanes.Words;

/**
 * The bells of one process: a bit for each other one, set when that has written a frame for it. So
 * a wait looks at the rings that have something, and its cost does not grow with the job.
 *
 * <ol>
 *   <li>The writer of a ring publishes a frame, and then rings.
 *   <li>The reader silences a bell, and then reads the ring until nothing is left.
 * </ol>
 *
 * <p>Both are read-modify-write operations on the same word, so one of them comes first: either the
 * reader silences a bell after that frame was published, and finds it, or the bell is rung after
 * that, and stays.
 *
 * <p>A few rings are looked at faster than a bell is rung, so small jobs have none.
 */
final class Bells {
  /** A ring without frames costs a read of a line that nobody changes. */
  private static final int MAX_WITHOUT = 8;

  private final ByteBuffer memory;
  private final int position;
  private final int words;
  private final boolean areThere;

  /** Those of a process; one of another host has its bells there. */
  Bells(JobMemory job, int process) {
    JobShape shape = job.shape();
    this.memory = job.views().bytes();
    this.areThere = shape.processes() > MAX_WITHOUT && shape.hosts().isHere(process);
    this.position = areThere ? shape.bells(process) : 0;
    this.words = shape.words();
  }

  /** Whether writers ring: if not, all rings have to be looked at. */
  boolean areThere() {
    return areThere;
  }

  /** How many words they take. */
  int words() {
    return words;
  }

  /** The bells of a word that have been rung. */
  long rung(int word) {
    return Words.getAcquire(memory, position + word * Long.BYTES);
  }

  /** Says that something has been written by a process; after it was published. */
  void ring(int from) {
    if (areThere) {
      Words.getAndBitwiseOr(memory, word(from), 1L << from);
    }
  }

  /** Takes back that something has been written by a process; before it is looked for. */
  void silence(int from) {
    Words.getAndBitwiseAnd(memory, word(from), ~(1L << from));
  }

  private int word(int from) {
    return position + from / Long.SIZE * Long.BYTES;
  }
}
