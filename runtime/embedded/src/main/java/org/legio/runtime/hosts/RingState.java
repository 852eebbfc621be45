package org.legio.runtime.hosts;

import org.legio.runtime.replica.StreamCopy;

/**
 * How far a host is with a stream or log.
 *
 * @param end up to where it is complete there
 * @param needed from where on it needs what there is; {@link StreamCopy#NOTHING} if it does not
 * @param neededLater from where on its own processes will need it, when what they have told has
 *     arrived everywhere
 * @param reached how far its own processes have come
 */
record RingState(long end, long needed, long neededLater, long reached) {
  static final RingState BEGIN = new RingState(0, 0, 0, 0);

  /**
   * A process that begins again needs less than before only where no more is kept: it ends.
   *
   * @param before what was said before
   */
  RingState after(RingState before) {
    return new RingState(end, Math.max(needed, before.needed), neededLater, reached);
  }

  /** The same, where what there is from a place on is needed, too. */
  RingState neededFrom(long place) {
    return new RingState(end, Math.min(needed, place), neededLater, reached);
  }

  /** What is needed by two hosts together. */
  RingState and(RingState other) {
    return new RingState(
        Math.min(end, other.end),
        Math.min(needed, other.needed),
        Math.min(neededLater, other.neededLater),
        Math.min(reached, other.reached));
  }

  /** Of a host that has all up to an end, and needs nothing. */
  static RingState upTo(long end) {
    return new RingState(end, end, StreamCopy.NOTHING, StreamCopy.NOTHING);
  }

  /** Whether this differs from what others must know to write. */
  boolean isBeyond(RingState before) {
    return end != before.end || needed != before.needed;
  }
}
