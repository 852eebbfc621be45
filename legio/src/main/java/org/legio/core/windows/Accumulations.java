package org.legio.core.windows;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.legio.core.Communicator;
import org.legio.core.Context;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;

/**
 * Combining data into a target's memory: accumulate, fetch-and-op, compare-and-swap and their kin.
 *
 * <p>Each is a read, a computation and a write here under a lock of ours, for MPI's own take a lock
 * in shared memory that a death leaves locked for ever. The lock makes them atomic to each other,
 * which is all that MPI promises. Thread-safe.
 */
final class Accumulations {

  /** A buffer of this process and what it holds. */
  record Items(Buffer buffer, int count, long type) {}

  /**
   * A place in a peer's memory.
   *
   * @param baseType the binding's index of the primitive that the types are made of
   */
  record Place(int peer, int displacement, int count, long type, int baseType) {}

  /** What is done under the lock. */
  @FunctionalInterface
  private interface Combination {
    void run() throws Exception;
  }

  private static final int LAST_BASIC_TYPE = 16;
  private static final int TAG = 0;

  private final Pmpi pmpi;
  private final Communicator comm;
  private final long win;
  private final Peers peers;
  private final Transfers transfers;
  private final Bakery lock;
  private final long replace;
  private final long noOperation;
  private final long[] basicTypes = new long[LAST_BASIC_TYPE + 1];
  private final long[] status = new long[MpiConstants.STATUS_FIELDS];
  private ByteBuffer fromTarget = memory(0);
  private ByteBuffer fromOrigin = memory(0);

  Accumulations(
      Context context, Communicator comm, long win, Peers peers, Transfers transfers, Bakery lock)
      throws Exception {
    this.pmpi = context.pmpi();
    this.comm = comm;
    this.win = win;
    this.peers = peers;
    this.transfers = transfers;
    this.lock = lock;
    this.replace = context.binding().replace();
    this.noOperation = context.binding().noOperation();
    for (int baseType = 1; baseType <= LAST_BASIC_TYPE; baseType++) {
      basicTypes[baseType] = pmpi.basicType(baseType);
    }
  }

  /** {@code MPI_Accumulate}. */
  void accumulate(Items origin, Place target, long op) throws Exception {
    alone(target.peer(), () -> combine(origin, target, op));
  }

  /** {@code MPI_Get_accumulate}: the result is what the target held before. */
  void getAccumulate(Items origin, Items result, Place target, long op) throws Exception {
    alone(
        target.peer(),
        () -> {
          get(result, target);
          if (op != noOperation) {
            combine(origin, target, op);
          }
        });
  }

  /** {@code MPI_Compare_and_swap}: the result is what the target held before. */
  void compareAndSwap(Items origin, Items compare, Items result, Place target) throws Exception {
    alone(
        target.peer(),
        () -> {
          int bytes = pmpi.typeSize(target.type());
          fromTarget = sized(fromTarget, bytes);
          fromOrigin = sized(fromOrigin, bytes);
          get(new Items(fromTarget, 1, target.type()), target);
          if (!peers.isDead(target.peer())) {
            copy(new Items(fromTarget, 1, target.type()), result);
            copy(compare, new Items(fromOrigin, 1, target.type()));
            if (fromTarget.equals(fromOrigin)) {
              put(origin, target);
            }
          }
        });
  }

  private synchronized void alone(int peer, Combination combination) throws Exception {
    lock.lock(peer, true);
    try {
      combination.run();
    } finally {
      lock.unlock(peer);
    }
  }

  private void combine(Items origin, Place target, long op) throws Exception {
    if (op == replace) {
      put(origin, target);
      return;
    }
    long type = isBasic(origin.type()) ? origin.type() : basicTypes[target.baseType()];
    int bytes = origin.count() * pmpi.typeSize(origin.type());
    int count = bytes / pmpi.typeSize(type);
    fromTarget = sized(fromTarget, bytes);
    Items before = new Items(fromTarget, count, type);
    get(before, target);
    if (!peers.isDead(target.peer())) {
      Buffer operand = packed(origin, bytes, count, type);
      pmpi.reduceLocal(operand, true, 0, fromTarget, true, 0, count, type, op);
      put(before, target);
    }
  }

  /** The origin's items as basic ones, one after the other. */
  private Buffer packed(Items origin, int bytes, int count, long type) throws Exception {
    if (origin.type() == type) {
      return origin.buffer();
    }
    fromOrigin = sized(fromOrigin, bytes);
    copy(origin, new Items(fromOrigin, count, type));
    return fromOrigin;
  }

  /** Copies between buffers whose types may differ: a message of this process to itself. */
  private void copy(Items from, Items to) throws Exception {
    int self = comm.partner(comm.rank());
    pmpi.sendRecv(
        comm.handle(),
        from.buffer(),
        true,
        0,
        from.count(),
        from.type(),
        1,
        self,
        TAG,
        to.buffer(),
        true,
        0,
        to.count(),
        to.type(),
        1,
        self,
        TAG,
        status);
  }

  private void get(Items into, Place from) throws Exception {
    transfers.add(
        from.peer(),
        pmpi.winRGet(
            win,
            into.buffer(),
            into.count(),
            into.type(),
            from.peer(),
            from.displacement(),
            from.count(),
            from.type(),
            from.baseType()));
    transfers.complete(from.peer());
  }

  private void put(Items from, Place into) throws Exception {
    transfers.add(
        into.peer(),
        pmpi.winRPut(
            win,
            from.buffer(),
            from.count(),
            from.type(),
            into.peer(),
            into.displacement(),
            into.count(),
            into.type(),
            into.baseType()));
    transfers.complete(into.peer());
  }

  private boolean isBasic(long type) {
    for (long basic : basicTypes) {
      if (type == basic) {
        return true;
      }
    }
    return false;
  }

  private static ByteBuffer sized(ByteBuffer kept, int bytes) {
    return kept.capacity() < bytes ? memory(bytes) : kept.clear().limit(bytes);
  }

  private static ByteBuffer memory(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }
}
