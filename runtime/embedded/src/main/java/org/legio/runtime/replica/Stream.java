package org.legio.runtime.replica;

import java.nio.ByteBuffer;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.Frame;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaShape;
import org.legio.runtime.shm.Ring;
import org.legio.runtime.shm.Step;

/**
 * One end of the stream of messages from a rank to another, which all replicas of both ranks share:
 * a ring of {@linkplain Frame frames} in the job's memory.
 *
 * <ol>
 *   <li>All replicas of the sender write the same frames at the same places. The first one that
 *       comes to a place sets the frame's <em>seal</em>, its checksum, by compare-and-set; of three
 *       replicas and more, a {@link Majority} does. The others compare theirs with it. So a
 *       difference is found before any byte of it is written.
 *   <li>Who has sealed a frame, or agrees with its seal, writes its bytes, unless that has been
 *       done, and then moves the end of the stream behind it. If several do so at once, they write
 *       the same bytes.
 *   <li>A reader takes the frames before the end. Each process says how far it has come. The room
 *       of a frame is used again when all living replicas of both ranks are behind it.
 * </ol>
 *
 * <p>Whatever dies when: a frame before the end is whole, and the same for all who read it. What
 * the dead had sealed, a living replica writes. If none is left, the stream ends there for
 * everybody.
 */
abstract class Stream extends Ring {
  /** A checksum has 32 bits; the number of the round goes above them. */
  private static final int ROUND_SHIFT = 32;

  private static final long CHECKSUM = 0xFFFF_FFFFL;

  final JobMemory job;
  private final int base;
  private final Pin pin;

  /**
   * An end of a stream.
   *
   * @param base where it begins
   * @param capacity how many bytes of frames it holds; a power of two
   */
  Stream(JobMemory job, int base, int capacity) {
    super(job.views(), ReplicaShape.data(base), capacity);
    this.job = job;
    this.base = base;
    this.pin = new Pin(job, ReplicaShape.pin(base), capacity);
  }

  /** Its begin, which may be pinned. */
  final Pin pin() {
    return pin;
  }

  @Override
  public final int position(long place) {
    return ring + (int) pin.index(place);
  }

  final ByteBuffer bytes() {
    return memory.bytes();
  }

  /** The place up to which the stream is complete. */
  final long end() {
    return Words.getVolatile(bytes(), base);
  }

  /** The checksum that a frame before the end was sealed with; another one if it is overwritten. */
  final int sealOr(long place, int other) {
    long sealed = sealOrNone(place);
    return sealed == Majority.NONE ? other : (int) sealed;
  }

  /** The checksum of a frame, without a sign; {@link Majority#NONE} if it is not sealed. */
  final long sealOrNone(long place) {
    long word = Words.getVolatile(bytes(), sealAt(place));
    return word >>> ROUND_SHIFT == (pin.round(place) & CHECKSUM) ? word & CHECKSUM : Majority.NONE;
  }

  private int sealAt(long place) {
    return ring + capacity() + (position(place) - ring) / ReplicaShape.LINE * Long.BYTES;
  }

  /** Moves the end of the stream, unless another replica has. */
  final void moveEnd(long from, long to) {
    job.step(Step.WRITTEN);
    Words.compareAndSet(bytes(), base, from, to);
    job.step(Step.ENDED);
  }

  /**
   * Seals the frame at a place.
   *
   * @return the checksum that it is sealed with, by this replica or another
   */
  final int seal(long place, int checksum) {
    int at = sealAt(place);
    long round = pin.round(place);
    long wanted = round << ROUND_SHIFT | (checksum & CHECKSUM);
    long before = Words.getVolatile(bytes(), at);
    job.step(Step.SEAL);
    if (before >>> ROUND_SHIFT != (round & CHECKSUM)) {
      Words.compareAndSet(bytes(), at, before, wanted);
    }
    job.step(Step.SEALED);
    return (int) Words.getVolatile(bytes(), at);
  }
}
