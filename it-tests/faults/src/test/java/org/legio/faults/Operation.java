package org.legio.faults;

import java.nio.Buffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Shape;

/**
 * A collective operation of a test program. It is filled in once, with MPI's arguments and the
 * model's. Then it is run or started, and its result is written down.
 */
final class Operation {
  private final Mpi mpi;
  private final long comm;
  private final Observation seen;
  private final CollectiveCall call = new CollectiveCall();

  /** What it writes to; null if it writes nothing. */
  private @Nullable Cells result;

  Operation(Mpi mpi, long comm, Collective kind, Observation seen) {
    this.mpi = mpi;
    this.comm = comm;
    this.seen = seen;
    call.of(kind);
  }

  // ------------------------------------------------------------------ filling in

  /** What this rank contributes, as the model sees it. */
  Operation input(long... values) {
    seen.input = values;
    return this;
  }

  /**
   * The root.
   *
   * @param argument how MPI has it named here
   */
  Operation root(int root, int argument) {
    seen.root = root;
    call.root(argument);
    return this;
  }

  /** For the model: so many blocks of one length, one after the other, go out and come in. */
  Operation blocks(int blocks, int count) {
    seen.sendCounts = new int[blocks];
    Arrays.fill(seen.sendCounts, count);
    seen.recvCounts = seen.sendCounts;
    seen.sendDispls = IntStream.range(0, blocks).map(block -> block * count).toArray();
    seen.recvDispls = seen.sendDispls;
    return this;
  }

  /** One block, or one of this length for each; without a buffer, what lies in its place. */
  Operation send(@Nullable Cells cells, int count) throws Exception {
    return sendAs(cells, cells, cells == null ? 0 : count);
  }

  /** Likewise, of another buffer's type. */
  Operation sendAs(@Nullable Cells like, @Nullable Cells cells, int count) throws Exception {
    at(call.sent(), cells).items(count, type(like), baseType(like));
    return this;
  }

  /** A block for each, which its shape may give a type as well. */
  Operation send(@Nullable Cells cells, int[] counts, int[] displs) throws Exception {
    seen.sendCounts = counts;
    seen.sendDispls = displs;
    fill(call.sent(), call.operation().sent(), cells, counts, displs);
    return this;
  }

  /** As {@link #send(Cells, int)}. */
  Operation receive(@Nullable Cells cells, int count) throws Exception {
    result = cells;
    at(call.received(), cells).items(cells == null ? 0 : count, type(cells), baseType(cells));
    return this;
  }

  /** As {@link #send(Cells, int[], int[])}. */
  Operation receive(@Nullable Cells cells, int[] counts, int[] displs) throws Exception {
    result = cells;
    seen.recvCounts = counts;
    seen.recvDispls = displs;
    fill(call.received(), call.operation().received(), cells, counts, displs);
    return this;
  }

  /** Where others receive, this rank keeps what it sends. */
  Operation receiveInPlace(Cells sent, boolean keepsOwnBlock) throws Exception {
    receive(null, 0);
    result = sent;
    seen.keepsOwnBlock = keepsOwnBlock;
    return this;
  }

  /** What is reduced, and where to; without a buffer, it lies where the result comes. */
  Operation reduce(@Nullable Cells send, Cells recv, Reduction reduction) throws Exception {
    seen.reduction = reduction;
    at(call.sent(), send);
    receive(recv, recv.count());
    call.reduction(
        mpi.fabric().operation(reduction, recv.form()),
        mpi.fabric().operationHandle(reduction, recv.form()));
    return input((send == null ? recv : send).values());
  }

  /** The counts by which the result of a reduction is dealt out. */
  Operation deal(Cells recv, int... counts) throws Exception {
    seen.recvCounts = counts;
    call.received().items(counts, type(recv), baseType(recv));
    return this;
  }

  private void fill(
      MessageData data, Shape shape, @Nullable Cells cells, int[] counts, int[] displs)
      throws Exception {
    if (cells == null) {
      at(data, null).items(null, null, type(null), baseType(null));
    } else if (shape == Shape.TYPED) {
      int bytes = cells.form().element().bytes();
      long[] types = new long[counts.length];
      Arrays.fill(types, type(cells));
      int[] baseTypes = new int[counts.length];
      Arrays.fill(baseTypes, baseType(cells));
      int[] places = Arrays.stream(displs).map(items -> items * bytes).toArray();
      at(data, cells).items(new int[counts.length], counts, places, types, baseTypes);
    } else {
      at(data, cells).items(counts, displs, type(cells), baseType(cells));
    }
  }

  private static MessageData at(MessageData data, @Nullable Cells cells) {
    return cells == null ? data.at(null, false) : cells.into(data);
  }

  private long type(@Nullable Cells cells) throws Exception {
    return cells == null ? MpiConstants.IN_PLACE : mpi.fabric().type(cells.form());
  }

  private int baseType(@Nullable Cells cells) {
    return cells == null ? 0 : mpi.fabric().baseType(cells.form());
  }

  // ------------------------------------------------------------------ making it

  Observation run() throws Exception {
    mpi.observe(seen, result, () -> mpi.run(comm, call));
    return seen;
  }

  /** Starts it and waits for it at once. */
  Observation startAndWait() throws Exception {
    mpi.observe(seen, result, () -> mpi.requests().waitFor(mpi.start(comm, inNativeMemory())));
    return seen;
  }

  /** Starts it; what comes out is written down when its request is over. */
  Pending start() throws Exception {
    mpi.enter(seen, result);
    long request = mpi.start(comm, inNativeMemory());
    mpi.log().done();
    return Pending.operation(request, attempt(), () -> mpi.leave(seen, result));
  }

  private Log.Attempt attempt() {
    Setting policy = Rules.of(seen.call).policy();
    return policy == null
        ? new Log.Attempt(seen.call, new int[0])
        : new Log.Attempt(seen.call, new int[] {seen.members[seen.root]}, policy);
  }

  /**
   * The call as the natives of the non-blocking forms have it: but for reductions, no base type.
   */
  private CollectiveCall inNativeMemory() {
    for (MessageData data : new MessageData[] {call.sent(), call.received()}) {
      data.at((Buffer) data.buffer());
      if (data.types() != null) {
        data.items(data.counts(), data.displacements(), data.types());
      } else if (!call.operation().isReduction()) {
        data.items(data.count(), data.type());
      }
    }
    return call;
  }
}
