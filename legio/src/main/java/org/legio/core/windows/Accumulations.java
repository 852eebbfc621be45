package org.legio.core.windows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.BasicTypes;
import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;
import org.legio.ulfm.ports.WindowAccess;
import org.legio.ulfm.ports.WindowCall;

/**
 * Combining data into a target's memory: accumulate, fetch-and-op, compare-and-swap and their kin.
 *
 * <p>Each is a read, a computation and a write here under a lock of ours, for MPI's own take a lock
 * in shared memory that a death leaves locked for ever. The lock makes them atomic to each other,
 * which is all that MPI promises. Thread-safe.
 */
final class Accumulations {
  private static final int TAG = 0;

  private final Pmpi pmpi;
  private final Communicator comm;
  private final long win;
  private final WindowPeers peers;
  private final Transfers transfers;
  private final Bakery lock;
  private final long replace;
  private final long noOperation;
  private final BasicTypes basicTypes;
  private final long[] status = new long[MpiConstants.STATUS_FIELDS];
  private final WindowCall transfer = new WindowCall();
  private final MessageCall message = new MessageCall();
  private final MessageData held = new MessageData();
  private final MessageData operand = new MessageData();
  private ByteBuffer fromTarget = memory(0);
  private ByteBuffer fromOrigin = memory(0);

  Accumulations(
      Context context,
      Communicator comm,
      long win,
      WindowPeers peers,
      Transfers transfers,
      Bakery lock)
      throws Exception {
    this.pmpi = context.pmpi();
    this.comm = comm;
    this.win = win;
    this.peers = peers;
    this.transfers = transfers;
    this.lock = lock;
    this.replace = context.binding().replace();
    this.noOperation = context.binding().noOperation();
    this.basicTypes = context.basicTypes();
  }

  /** Serves a call, whose target is a peer. */
  synchronized void run(WindowCall call) throws Exception {
    int peer = call.target();
    lock.lock(peer, true);
    try {
      switch (call.operation()) {
        case ACCUMULATE -> combine(call);
        case COMPARE_AND_SWAP -> compareAndSwap(call);
        default -> {
          get(call.result(), call);
          if (call.opHandle() != noOperation) {
            combine(call);
          }
        }
      }
    } finally {
      lock.unlock(peer);
    }
  }

  private void compareAndSwap(WindowCall call) throws Exception {
    long type = call.targetType();
    int bytes = pmpi.typeSize(type);
    fromTarget = sized(fromTarget, bytes);
    fromOrigin = sized(fromOrigin, bytes);
    get(held.at(fromTarget).items(1, type), call);
    if (!peers.isDead(call.target())) {
      copy(held, call.result());
      copy(call.compare(), operand.at(fromOrigin).items(1, type));
      if (fromTarget.equals(fromOrigin)) {
        put(call.origin(), call);
      }
    }
  }

  private void combine(WindowCall call) throws Exception {
    MessageData origin = call.origin();
    if (call.opHandle() == replace) {
      put(origin, call);
      return;
    }
    long type =
        basicTypes.contains(origin.type()) ? origin.type() : basicTypes.handle(call.baseType());
    int bytes = origin.count() * pmpi.typeSize(origin.type());
    int count = bytes / pmpi.typeSize(type);
    fromTarget = sized(fromTarget, bytes);
    get(held.at(fromTarget).items(count, type), call);
    if (!peers.isDead(call.target())) {
      pmpi.reduceLocal(
          packed(origin, bytes, count, type),
          true,
          0,
          fromTarget,
          true,
          0,
          count,
          type,
          call.opHandle());
      put(held, call);
    }
  }

  /** The origin's items as basic ones, one after the other. */
  private @Nullable Object packed(MessageData origin, int bytes, int count, long type)
      throws Exception {
    if (origin.type() == type) {
      return origin.buffer();
    }
    fromOrigin = sized(fromOrigin, bytes);
    copy(origin, operand.at(fromOrigin).items(count, type));
    return fromOrigin;
  }

  /** Copies between buffers whose types may differ: a message of this process to itself. */
  private void copy(MessageData from, MessageData to) throws Exception {
    int self = comm.partner(comm.rank());
    message.of(PointToPoint.SEND_RECEIVE).to(self, TAG).from(self, TAG).status(status);
    message.sent().at(from.buffer()).items(from.count(), from.type());
    message.received().at(to.buffer()).items(to.count(), to.type());
    pmpi.message(comm.handle(), message);
  }

  private void get(MessageData into, WindowCall from) throws Exception {
    move(WindowAccess.GET, into, from);
  }

  private void put(MessageData from, WindowCall into) throws Exception {
    move(WindowAccess.PUT, from, into);
  }

  /** Moves data between this process's memory and that which a call is about. */
  private void move(WindowAccess way, MessageData own, WindowCall about) throws Exception {
    int peer = about.target();
    transfer
        .of(way)
        .target(peer, about.displacement(), about.targetCount(), about.targetType())
        .baseType(about.baseType());
    transfer.origin().as(own);
    transfers.add(peer, pmpi.startWinAccess(win, transfer));
    transfers.complete(peer);
  }

  private static ByteBuffer sized(ByteBuffer kept, int bytes) {
    return kept.capacity() < bytes ? memory(bytes) : kept.clear().limit(bytes);
  }

  private static ByteBuffer memory(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }
}
