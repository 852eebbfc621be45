package org.legio.core.windows;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.WindowAccess;
import org.legio.ulfm.ports.WindowCall;

/**
 * Words in every peer's memory by which peers tell each other something. Each word has one writer:
 * a slot of a peer's board has one word for each peer. So nothing on it needs an atomic operation,
 * which a death could leave half done. Thread-safe.
 */
final class PeerWords {
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
  private final WindowCall call = new WindowCall().baseType(BASE_TYPE_LONG);

  /**
   * Uses a window of MPI's for a board.
   *
   * @param win its handle; of {@link #bytes} bytes at each peer
   */
  PeerWords(Context context, long win, WindowPeers peers, ProgressWait patience) throws Exception {
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
    WindowCall call = new WindowCall().of(WindowAccess.PUT).baseType(BASE_TYPE_LONG);
    call.target(own, 0, count, type).origin().at(zeros).items(count, type);
    pmpi.waitFor(pmpi.startWinAccess(win, call));
    pmpi.winSync(win);
  }

  /** Writes this process's word; when this returns it can be read, or the target is dead. */
  synchronized void write(int target, Slot slot, long value) throws Exception {
    written.put(0, value);
    move(WindowAccess.PUT, target, slot.place * peerCount + own, written, 1);
  }

  /**
   * Reads the words of all writers, by peer rank. Of a dead target they may be anything.
   *
   * @param into where they are put; not shared between threads
   */
  synchronized void read(int target, Slot slot, long[] into) throws Exception {
    move(WindowAccess.GET, target, slot.place * peerCount, read, peerCount);
    read.get(0, into);
  }

  /** Reads the word of one writer. Of a dead target it may be anything. */
  synchronized long read(int target, Slot slot, int writer) throws Exception {
    move(WindowAccess.GET, target, slot.place * peerCount + writer, read, 1);
    return read.get(0);
  }

  private void move(WindowAccess way, int target, int word, LongBuffer own, int count)
      throws Exception {
    call.of(way).target(target, word, count, longType).origin().at(own).items(count, longType);
    transfers.add(target, pmpi.startWinAccess(win, call));
    transfers.complete(target);
    VarHandle.fullFence(); // what this process reads next is not older than what it wrote
  }
}
