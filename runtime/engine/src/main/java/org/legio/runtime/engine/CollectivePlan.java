package org.legio.runtime.engine;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.runtime.engine.datatype.Datatype;
import org.legio.runtime.engine.datatype.Items;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Shape;

/**
 * Makes the schedule of one collective operation from its call. The {@link Shape} of a side says
 * which items it has. The schedule does not refer to the call, which may be used again.
 */
final class CollectivePlan extends Calls {
  private static final Items[] NONE = {};
  private static final Items NOTHING = new Items((Object) null, 0, 0, Datatype.of(Basic.BYTE));

  private final Comm comm;
  private final Collective operation;
  private final MessageData sent;
  private final MessageData received;
  private final int root;
  private final @Nullable ReduceOp op;
  private final Schedules schedules;

  CollectivePlan(RankState state, Comm comm, CollectiveCall call) {
    super(state);
    this.comm = comm;
    this.operation = call.operation();
    this.sent = call.sent();
    this.received = call.received();
    this.root = call.root();
    this.op = operation(call.op(), call.opHandle());
    this.schedules = new Schedules(state, comm);
  }

  /** Checks the call's arguments and makes its schedule. */
  Schedule schedule() throws Exception {
    if (comm.context.isInter()) {
      return across();
    }
    if (operation.isRooted()) {
      requireRoot(comm, root);
    }
    return switch (operation) {
      case BARRIER -> schedules.barrier();
      case BCAST -> schedules.bcast(items(received), root);
      case GATHER, GATHERV -> gather();
      case SCATTER, SCATTERV -> scatter();
      case ALL_GATHER, ALL_GATHERV ->
          schedules.allGather(
              isInPlace(sent) ? NOTHING : items(sent), blocks(received), isInPlace(sent));
      case ALL_TO_ALL, ALL_TO_ALLV, ALL_TO_ALLW ->
          schedules.allToAll(
              isInPlace(sent) ? NONE : blocks(sent), blocks(received), isInPlace(sent));
      case REDUCE ->
          schedules.reduce(
              input(received.count()), isRoot() ? items(received) : NOTHING, op(), root);
      case ALL_REDUCE -> schedules.allReduce(input(received.count()), items(received), op());
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> reduceScatter();
      case SCAN, EX_SCAN ->
          schedules.scan(
              input(received.count()), items(received), op(), operation == Collective.EX_SCAN);
      case NEIGHBOR_ALL_GATHER, NEIGHBOR_ALL_GATHERV, NEIGHBOR_ALL_TO_ALL, NEIGHBOR_ALL_TO_ALLV ->
          betweenNeighbors();
    };
  }

  private boolean isRoot() {
    return comm.rank == root;
  }

  private boolean isInPlace(MessageData data) {
    // allToAllw has a type for each block, so no single type can stand for MPI_IN_PLACE
    boolean hasTypes = operation == Collective.ALL_TO_ALLW;
    return data.buffer() == null && (hasTypes || data.isInPlace());
  }

  // ------------------------------------------------------------------ the items of a side

  private Items items(MessageData data) throws MpiErrorException {
    return items(data, data.count());
  }

  private Items items(MessageData data, int count) throws MpiErrorException {
    return items(comm, data.buffer(), data.offset(), count, data.type());
  }

  /** The blocks of a side, one for each rank to which they go or from which they come. */
  private Items[] blocks(MessageData data) throws MpiErrorException {
    return switch (data == sent ? operation.sent() : operation.received()) {
      case COUNTED -> countedBlocks(data);
      case TYPED -> typedBlocks(data);
      case EACH -> {
        Items[] blocks = new Items[ranks(data)];
        if (blocks.length > 0) { // without neighbors, the buffer needs no room
          Items first = items(data);
          requireRoom(data, 0, (long) blocks.length * data.count());
          Arrays.setAll(blocks, i -> first.at(i * data.count(), data.count()));
        }
        yield blocks;
      }
      default -> {
        Items same = items(data);
        Items[] blocks = new Items[ranks(data)];
        Arrays.fill(blocks, same);
        yield blocks;
      }
    };
  }

  private int ranks(MessageData data) throws MpiErrorException {
    if (!operation.isBetweenNeighbors()) {
      return comm.partners();
    }
    CommTopology topology = topology();
    return (data == sent ? topology.destinations(comm.rank) : topology.sources(comm.rank)).length;
  }

  private Items[] countedBlocks(MessageData data) throws MpiErrorException {
    int[] counts = data.counts();
    int[] displacements = data.displacements();
    if (counts == null || displacements == null) {
      throw error(comm, MpiError.ARG, "counts or displacements are missing");
    }
    Items[] blocks = new Items[counts.length];
    for (int i = 0; i < counts.length; i++) {
      requireCount(comm, counts[i]);
      requireRoom(data, displacements[i], counts[i]);
      blocks[i] = items(data, 0).at(displacements[i], counts[i]);
    }
    return blocks;
  }

  private void requireRoom(MessageData data, int first, long count) throws MpiErrorException {
    Object buffer = data.buffer();
    if (buffer != null) {
      Datatype type = type(comm, data.type());
      requireRoom(comm, buffer, data.offset() + (long) first * type.extent(), count, type);
    }
  }

  /** The blocks of a side with types of their own; displacements are in bytes. */
  private Items[] typedBlocks(MessageData data) throws MpiErrorException {
    if (data.buffer() == null) {
      return NONE;
    }
    int[] counts = Objects.requireNonNull(data.counts());
    int[] offsets = Objects.requireNonNull(data.offsets());
    int[] displacements = Objects.requireNonNull(data.displacements());
    long[] types = Objects.requireNonNull(data.types());
    Items[] blocks = new Items[counts.length];
    for (int i = 0; i < blocks.length; i++) {
      int offset = offsets[i] + displacements[i];
      blocks[i] = items(comm, data.buffer(), offset, counts[i], types[i]);
    }
    return blocks;
  }

  // ------------------------------------------------------------------ gather, scatter, neighbors

  private Schedule gather() throws MpiErrorException {
    Items[] blocks = isRoot() ? blocks(received) : NONE;
    return schedules.gather(own(sent, received), blocks, isInPlace(sent) && isRoot(), root);
  }

  private Schedule scatter() throws MpiErrorException {
    Items[] blocks = isRoot() ? blocks(sent) : NONE;
    return schedules.scatter(blocks, own(received, sent), isInPlace(received) && isRoot(), root);
  }

  /** This rank's single block in an operation in which the root has a block for each rank. */
  private Items own(MessageData own, MessageData other) throws MpiErrorException {
    if (!isInPlace(own)) {
      return items(own);
    }
    if (isRoot()) {
      return NOTHING;
    }
    boolean hasOneBuffer = operation == Collective.GATHER || operation == Collective.SCATTER;
    return items(hasOneBuffer ? other : own); // the binding passes a single buffer to these two
  }

  private Schedule betweenNeighbors() throws MpiErrorException {
    Items[] sends = blocks(sent);
    Items[] receives = blocks(received);
    return schedules.neighbors(topology(), sends, receives);
  }

  private CommTopology topology() throws MpiErrorException {
    CommTopology topology = comm.topology;
    if (topology == null) {
      throw error(comm, MpiError.TOPOLOGY, comm + " has no topology");
    }
    return topology;
  }

  // ------------------------------------------------------------------ reductions

  /** This rank's input to a reduction. */
  private Items input(int count) throws MpiErrorException {
    return sent.buffer() == null
        ? items(received, count)
        : items(comm, sent.buffer(), sent.offset(), count, received.type());
  }

  private ReduceOp op() throws MpiErrorException {
    if (op == null) {
      throw error(comm, MpiError.OP, "the operation is none of the runtime");
    }
    requireDefined(comm, op, type(comm, received.type()));
    return op;
  }

  /** How many items of a result each rank gets. */
  private int[] shares() throws MpiErrorException {
    int[] counts = received.counts();
    if (operation == Collective.REDUCE_SCATTER_BLOCK) {
      counts = new int[comm.size()];
      Arrays.fill(counts, received.count());
    }
    if (counts == null) {
      throw error(comm, MpiError.COUNT, "counts are missing");
    }
    return counts;
  }

  private Schedule reduceScatter() throws MpiErrorException {
    int[] counts = shares();
    Items mine = input(Arrays.stream(counts).sum());
    return schedules.reduceScatter(mine, items(received, counts[comm.rank]), counts, op());
  }

  // ------------------------------------------------------------------ between two groups

  private Schedule across() throws MpiErrorException {
    if (!AcrossPlan.has(operation)) {
      throw error(comm, MpiError.COMM, operation.call() + ": " + comm + " has two groups");
    }
    if (operation.isRooted() && !AcrossPlan.isRoot(comm, root)) {
      throw error(comm, MpiError.ROOT, "root=" + root + " is no rank of the group beyond " + comm);
    }
    return new AcrossPlan(state, comm, operation, root, new BothSides()).schedule();
  }

  private final class BothSides implements AcrossPlan.Sides {
    @Override
    public Items sent() throws MpiErrorException {
      return items(sent);
    }

    @Override
    public Items received() throws MpiErrorException {
      return items(received);
    }

    @Override
    public Items received(int count) throws MpiErrorException {
      return items(received, count);
    }

    @Override
    public Items input(int count) throws MpiErrorException {
      return CollectivePlan.this.input(count);
    }

    @Override
    public Items[] sentBlocks() throws MpiErrorException {
      return blocks(sent);
    }

    @Override
    public Items[] receivedBlocks() throws MpiErrorException {
      return blocks(received);
    }

    @Override
    public ReduceOp op() throws MpiErrorException {
      return CollectivePlan.this.op();
    }

    @Override
    public int[] shares() throws MpiErrorException {
      return CollectivePlan.this.shares();
    }

    @Override
    public int receivedCount() {
      return received.count();
    }
  }
}
