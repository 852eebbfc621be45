package org.legio.core.windows;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.legio.core.Context;
import org.legio.ulfm.Pmpi;

/**
 * Words in every peer's memory by which peers tell each other something. Each word has one writer:
 * a slot of a peer's board has one word for each peer. So nothing on it needs an atomic operation,
 * which a death could leave half done. Thread-safe.
 */
final class Board {
  /** What a slot is for. */
  enum Slot {
    /** The writer's ticket for the target's lock. */
    LOCK(0),
    /** The writer's ticket for combining data into the target's memory. */
    ACCUMULATE(1),
    /** How often the writer has posted an exposure to the target. */
    POSTED(2),
    /** How often the writer has completed an access to the target. */
    COMPLETED(3),
    /** On the writer's own board: whether it is in the {@link Gate}. */
    GATE(4);

    private final int place;

    Slot(int place) {
      this.place = place;
    }
  }

  private static final int BASE_TYPE_LONG = 6;

  private final Pmpi pmpi;
  private final long win;
  private final int own;
  private final int peerCount;
  private final long longType;
  private final Transfers transfers;
  private final LongBuffer written = words(1);
  private final LongBuffer read;

  /**
   * Uses a window of MPI's for a board.
   *
   * @param win its handle; of {@link #bytes} bytes at each peer
   */
  Board(Context context, long win, Peers peers, Patience patience) throws Exception {
    this.pmpi = context.pmpi();
    this.win = win;
    this.own = peers.own();
    this.peerCount = peers.count();
    this.longType = pmpi.basicType(BASE_TYPE_LONG);
    this.transfers = new Transfers(context, peers, patience);
    this.read = words(peerCount);
  }

  /** How much memory a peer's board takes. */
  static int bytes(int peerCount) {
    return Slot.values().length * peerCount * Long.BYTES;
  }

  private static LongBuffer words(int count) {
    return ByteBuffer.allocateDirect(count * Long.BYTES)
        .order(ByteOrder.nativeOrder())
        .asLongBuffer();
  }

  /** Clears this process's own board, before anybody writes on it. */
  static void clear(Pmpi pmpi, long win, int own, int peerCount) throws Exception {
    int count = Slot.values().length * peerCount;
    LongBuffer zeros = words(count);
    long type = pmpi.basicType(BASE_TYPE_LONG);
    pmpi.waitFor(pmpi.winRPut(win, zeros, count, type, own, 0, count, type, BASE_TYPE_LONG));
    pmpi.winSync(win);
  }

  /** Writes this process's word; when this returns it can be read, or the target is dead. */
  synchronized void write(int target, Slot slot, long value) throws Exception {
    written.put(0, value);
    int word = slot.place * peerCount + own;
    transfers.add(
        target, pmpi.winRPut(win, written, 1, longType, target, word, 1, longType, BASE_TYPE_LONG));
    transfers.complete(target);
    VarHandle.fullFence(); // what this process reads next is not older than what it wrote
  }

  /**
   * Reads the words of all writers, by peer rank. Of a dead target they may be anything.
   *
   * @param into where they are put; not shared between threads
   */
  synchronized void read(int target, Slot slot, long[] into) throws Exception {
    get(target, slot.place * peerCount, peerCount);
    read.get(0, into);
  }

  /** Reads the word of one writer. Of a dead target it may be anything. */
  synchronized long read(int target, Slot slot, int writer) throws Exception {
    get(target, slot.place * peerCount + writer, 1);
    return read.get(0);
  }

  private void get(int target, int word, int count) throws Exception {
    transfers.add(
        target,
        pmpi.winRGet(win, read, count, longType, target, word, count, longType, BASE_TYPE_LONG));
    transfers.complete(target);
    VarHandle.fullFence();
  }
}
