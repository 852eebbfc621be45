package org.legio.simulator;

import java.nio.ByteBuffer;
import java.util.BitSet;
import org.legio.runtime.lanes.BoardPool;
import org.legio.runtime.lanes.BoardShape;

/** The memory for boards that the ranks on a host share, and who has left it. */
final class SharedWords {
  /** So few that programs with some communicators have more than there are places for. */
  private static final int PLACES = 3;

  /** So few that entries are written over often. */
  private static final int ENTRIES = 2;

  /** So few that larger operations are not published, and published ones wait for room. */
  private static final int DATA_BYTES = 256;

  private final SimulatedUniverse universe;
  private final BoardShape largest;
  private final ByteBuffer memory;
  private final BitSet gone = new BitSet();

  /** How many changes ranks that wait may want to look at. */
  private long changes;

  SharedWords(SimulatedUniverse universe) {
    this.universe = universe;
    this.largest = shape(universe.size());
    this.memory = ByteBuffer.allocateDirect(BoardPool.bytes(PLACES, largest));
  }

  static BoardShape shape(int members) {
    return new BoardShape(members, ENTRIES, DATA_BYTES);
  }

  /** The pool as a rank sees it. */
  BoardPool pool(int rank) {
    return BoardPool.over(memory, PLACES, largest, rank, this::isGone);
  }

  /** Whether a rank will not write any more. */
  boolean isGone(int rank) {
    return gone.get(rank);
  }

  /** A rank has died or left; it is seen by those who look. */
  void markGone(int rank) {
    gone.set(rank);
    signalChange();
  }

  /** Wakes all who wait for a change. */
  void signalChange() {
    changes++;
    universe.scheduler().progress();
    for (int rank = 0; rank < universe.size(); rank++) {
      universe.scheduler().wake(rank);
    }
  }

  long changes() {
    return changes;
  }
}
