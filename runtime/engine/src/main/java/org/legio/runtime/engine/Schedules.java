package org.legio.runtime.engine;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.legio.runtime.engine.datatype.Datatype;
import org.legio.runtime.engine.datatype.Items;
import org.legio.runtime.engine.datatype.ReduceOp;

/**
 * The algorithms of the collective operations: each consists of messages between two ranks. A rank
 * notices only the failure of messages that it sends or receives itself. So a death makes an
 * operation fail at some ranks and succeed at others, as in a real MPI.
 */
final class Schedules {
  /** The most bytes that cross between hosts several times if that saves time. */
  private static final int SMALL_BYTES = 4096;

  /** So many ranks at most exchange with each other, if each has a host of its own. */
  private static final int MAX_EXCHANGING = 8;

  private final RankState state;
  private final Comm comm;
  private final Placement placement;
  private final int size;
  private final int rank;

  Schedules(RankState state, Comm comm) {
    this.state = state;
    this.comm = comm;
    this.placement = comm.context.placement(state.universe);
    this.size = comm.size();
    this.rank = comm.rank;
  }

  private Schedule of(String call) {
    return new Schedule(state, comm, call);
  }

  /** The data that a schedule forwards from round to round. */
  private static final class Parcel {
    byte[] data = new byte[0];
  }

  // ------------------------------------------------------------------ barrier, bcast

  /**
   * Barrier by dissemination: in round k each rank sends to the rank 2^k further on. Where pairs
   * can exchange instead, most rounds stay inside a host.
   */
  Schedule barrier() {
    Schedule schedule = of("barrier");
    boolean isInPairs = isPowerOfTwo();
    for (int distance = 1; distance < size; distance <<= 1) {
      schedule
          .send(isInPairs ? rank ^ distance : (rank + distance) % size, () -> new byte[0])
          .receive(isInPairs ? rank ^ distance : (rank - distance + size) % size, 0, data -> {})
          .round();
    }
    return schedule;
  }

  private boolean isPowerOfTwo() {
    return Integer.bitCount(size) == 1;
  }

  Schedule bcast(Items items, int root) {
    Schedule schedule = of("bcast");
    tree(
        schedule,
        root,
        parent -> schedule.receive(parent, items),
        child -> schedule.send(child, items));
    return schedule;
  }

  /** Broadcast of what earlier rounds have made. */
  private void bcast(Schedule schedule, Parcel payload, int capacity, int root) {
    tree(
        schedule,
        root,
        parent -> schedule.receive(parent, capacity, data -> payload.data = data),
        child -> schedule.send(child, () -> payload.data));
  }

  /** What comes from the parent is passed on to the children. */
  private void tree(Schedule schedule, int root, IntConsumer fromParent, IntConsumer toChild) {
    Tree tree = placement.tree(rank, root);
    if (!tree.isRoot()) {
      fromParent.accept(tree.parent());
    }
    schedule.round();
    tree.children().forEach(toChild::accept);
    schedule.round();
  }

  // ------------------------------------------------------------------ gather, scatter

  /**
   * Gather: all ranks send to the root.
   *
   * @param mine this rank's contribution
   * @param blocks at the root, the places of all contributions; empty at the others. The root's own
   *     place is not written if {@code inPlace}
   */
  Schedule gather(Items mine, Items[] blocks, boolean inPlace, int root) {
    Schedule schedule = of("gather");
    gather(schedule, mine, blocks, inPlace, root);
    return schedule;
  }

  private void gather(Schedule schedule, Items mine, Items[] blocks, boolean inPlace, int root) {
    if (rank != root) {
      schedule.send(root, mine).round();
      return;
    }
    for (int from = 0; from < size; from++) {
      if (from != root) {
        Items block = blocks[from];
        schedule.receive(from, block);
      } else if (!inPlace) {
        Items block = blocks[from];
        schedule.then(() -> block.unpack(fitting(mine.pack(), block)));
      }
    }
    schedule.round();
  }

  private static byte[] fitting(byte[] data, Items block) {
    return data.length <= block.bytes() ? data : Arrays.copyOf(data, block.bytes());
  }

  Schedule scatter(Items[] blocks, Items mine, boolean inPlace, int root) {
    Schedule schedule = of("scatter");
    scatter(schedule, blocks, mine, inPlace, root);
    return schedule;
  }

  private void scatter(Schedule schedule, Items[] blocks, Items mine, boolean inPlace, int root) {
    if (rank != root) {
      schedule.receive(root, mine).round();
      return;
    }
    for (int to = 0; to < size; to++) {
      if (to != root) {
        schedule.send(to, blocks[to]);
      }
    }
    schedule.round();
    if (!inPlace) {
      schedule.then(() -> mine.unpack(fitting(blocks[root].pack(), mine)));
    }
  }

  /** Whether all exchange at once: then each byte crosses to a host once, and nobody forwards. */
  private boolean isExchanged() {
    return size == 2 || (placement.isOnePerHost() && size <= MAX_EXCHANGING);
  }

  /**
   * All-gather: a gather to rank 0, which then sends all contributions to all ranks; or all send to
   * all.
   */
  Schedule allGather(Items mine, Items[] blocks, boolean inPlace) {
    Schedule schedule = of("allGather");
    if (isExchanged()) {
      return allGatherAtOnce(schedule, mine, blocks, inPlace);
    }
    gather(schedule, inPlace ? blocks[rank] : mine, blocks, inPlace, 0);
    Parcel payload = new Parcel();
    int total = 0;
    for (Items block : blocks) {
      total += block.bytes();
    }
    if (rank == 0) {
      int bytes = total;
      schedule.then(() -> payload.data = join(blocks, bytes));
    }
    bcast(schedule, payload, total, 0);
    return rank == 0 ? schedule : schedule.then(() -> part(payload.data, blocks));
  }

  private Schedule allGatherAtOnce(Schedule schedule, Items mine, Items[] blocks, boolean inPlace) {
    Items own = blocks[rank];
    for (int step = 1; step < size; step++) {
      int from = (rank - step + size) % size;
      schedule.receive(from, blocks[from]).send((rank + step) % size, inPlace ? own : mine);
    }
    schedule.round();
    return inPlace ? schedule : schedule.then(() -> own.unpack(fitting(mine.pack(), own)));
  }

  private static byte[] join(Items[] blocks, int bytes) {
    byte[] joined = new byte[bytes];
    int at = 0;
    for (Items block : blocks) {
      byte[] data = block.pack();
      System.arraycopy(data, 0, joined, at, data.length);
      at += block.bytes();
    }
    return joined;
  }

  private static void part(byte[] joined, Items[] blocks) {
    int at = 0;
    for (Items block : blocks) {
      int length = Math.min(block.bytes(), joined.length - at);
      block.unpack(joined, at, length);
      at += block.bytes();
    }
  }

  /** All-gather of bytes of the runtime itself. */
  Schedule exchange(String call, byte[] mine, Consumer<byte[][]> whenKnown) {
    Schedule schedule = of(call);
    byte[][] all = new byte[size][];
    all[rank] = mine;
    if (rank != 0) {
      schedule.send(0, () -> mine);
    } else {
      for (int from = 1; from < size; from++) {
        int index = from;
        schedule.receive(from, mine.length, data -> all[index] = data);
      }
    }
    schedule.round();
    Parcel payload = new Parcel();
    if (rank == 0) {
      schedule.then(() -> payload.data = concatenate(all, mine.length));
    }
    bcast(schedule, payload, mine.length * size, 0);
    return schedule.then(() -> whenKnown.accept(cut(payload.data, mine.length, size)));
  }

  private static byte[] concatenate(byte[][] parts, int length) {
    byte[] whole = new byte[parts.length * length];
    for (int i = 0; i < parts.length; i++) {
      System.arraycopy(parts[i], 0, whole, i * length, length);
    }
    return whole;
  }

  private static byte[][] cut(byte[] whole, int length, int parts) {
    byte[][] cut = new byte[parts][];
    for (int i = 0; i < parts; i++) {
      cut[i] = Arrays.copyOfRange(whole, i * length, (i + 1) * length);
    }
    return cut;
  }

  // ------------------------------------------------------------------ alltoall

  /**
   * All-to-all: each rank sends to and receives from each rank.
   *
   * @param inPlace whether the received data replaces the sent data
   */
  Schedule allToAll(Items[] sends, Items[] receives, boolean inPlace) {
    Schedule schedule = of("allToAll");
    for (int step = 1; step < size; step++) {
      int to = (rank + step) % size;
      if (inPlace) {
        byte[] before = receives[to].pack();
        schedule.send(to, () -> before);
      } else {
        schedule.send(to, sends[to]);
      }
    }
    for (int step = 1; step < size; step++) {
      int from = (rank - step + size) % size;
      schedule.receive(from, receives[from]);
    }
    schedule.round();
    return inPlace
        ? schedule
        : schedule.then(() -> receives[rank].unpack(fitting(sends[rank].pack(), receives[rank])));
  }

  // ------------------------------------------------------------------ reductions

  Schedule reduce(Items mine, Items result, ReduceOp op, int root) {
    Schedule schedule = of("reduce");
    Parcel payload = new Parcel();
    schedule.then(() -> payload.data = mine.pack());
    reduceTo(schedule, payload, mine, op, root);
    return rank == root ? schedule.then(() -> result.unpack(payload.data)) : schedule;
  }

  /**
   * Reduction to a root. Operations that do not commute are reduced at rank 0, in the order of
   * ranks, and forwarded to the root.
   */
  private void reduceTo(Schedule schedule, Parcel payload, Items mine, ReduceOp op, int root) {
    boolean inOrder = !op.isCommutative();
    reduceTree(schedule, payload, mine, op, inOrder ? 0 : root);
    if (inOrder && root != 0) {
      if (rank == 0) {
        schedule.send(root, () -> payload.data);
      } else if (rank == root) {
        schedule.receive(0, mine.bytes(), data -> payload.data = data);
      }
      schedule.round();
    }
  }

  /** Reduction along a tree: in the order of the ranks if the operation does not commute. */
  private void reduceTree(Schedule schedule, Parcel payload, Items mine, ReduceOp op, int root) {
    Tree tree = (op.isCommutative() ? placement : placement.inOrder()).tree(rank, root);
    List<Integer> children = tree.children();
    for (int i = children.size() - 1; i >= 0; i--) {
      schedule
          .receive(
              children.get(i),
              mine.bytes(),
              data -> payload.data = combine(schedule, payload.data, data, op, mine.type()))
          .round();
    }
    if (!tree.isRoot()) {
      schedule.send(tree.parent(), () -> payload.data).round();
    }
  }

  private static byte[] combine(
      Schedule schedule, byte[] left, byte[] right, ReduceOp op, Datatype type) {
    byte[] combined = right.clone();
    schedule.runProgramsCode(() -> op.apply(left, combined, type));
    return combined;
  }

  Schedule allReduce(Items mine, Items result, ReduceOp op) {
    Schedule schedule = of("allReduce");
    Parcel payload = new Parcel();
    schedule.then(() -> payload.data = mine.pack());
    boolean mayCrossOften =
        !placement.isOnSeveralHosts() || size == 2 || mine.bytes() <= SMALL_BYTES;
    if (isPowerOfTwo() && mayCrossOften) {
      doubling(schedule, payload, mine, op);
    } else {
      reduceTree(schedule, payload, mine, op, 0);
      bcast(schedule, payload, mine.bytes(), 0);
    }
    return schedule.then(() -> result.unpack(payload.data));
  }

  /** Recursive doubling: in round k each rank exchanges its sum with the rank 2^k away. */
  private void doubling(Schedule schedule, Parcel payload, Items mine, ReduceOp op) {
    for (int mask = 1; mask < size; mask <<= 1) {
      int partner = rank ^ mask;
      Parcel theirs = new Parcel();
      schedule
          .send(partner, () -> payload.data)
          .receive(partner, mine.bytes(), data -> theirs.data = data)
          .then(
              () ->
                  payload.data =
                      rank < partner
                          ? combine(schedule, payload.data, theirs.data, op, mine.type())
                          : combine(schedule, theirs.data, payload.data, op, mine.type()));
    }
  }

  /**
   * Reduce-scatter: a reduction to rank 0, which then sends each rank its part; or all send each
   * other rank its part, which reduces them in the order of ranks.
   */
  Schedule reduceScatter(Items mine, Items result, int[] counts, ReduceOp op) {
    Schedule schedule = of("reduceScatter");
    if (isExchanged()) {
      return reduceScatterAtOnce(schedule, mine, result, op, counts);
    }
    Parcel payload = new Parcel();
    schedule.then(() -> payload.data = mine.pack());
    int itemBytes = mine.type().size();
    reduceTree(schedule, payload, mine, op, 0);
    if (rank != 0) {
      return schedule.receive(0, result);
    }
    int first = 0;
    for (int to = 0; to < size; to++) {
      int from = first * itemBytes;
      int end = from + counts[to] * itemBytes;
      if (to != 0) {
        schedule.send(to, () -> Arrays.copyOfRange(payload.data, from, end));
      }
      first += counts[to];
    }
    schedule.round();
    return schedule.then(() -> result.unpack(payload.data, 0, counts[0] * itemBytes));
  }

  private Schedule reduceScatterAtOnce(
      Schedule schedule, Items mine, Items result, ReduceOp op, int[] counts) {
    Items[] blocks = new Items[size];
    int first = 0;
    for (int to = 0; to < size; to++) {
      blocks[to] = mine.at(first, counts[to]);
      first += counts[to];
    }
    byte[][] parts = new byte[size][];
    for (int step = 1; step < size; step++) {
      int to = (rank + step) % size;
      int from = (rank - step + size) % size;
      schedule.receive(from, blocks[rank].bytes(), data -> parts[from] = data).send(to, blocks[to]);
    }
    return schedule.then(
        () -> {
          parts[rank] = blocks[rank].pack();
          byte[] sum = parts[0];
          for (int from = 1; from < size; from++) {
            byte[] before = sum;
            byte[] own = parts[from]; // nobody else has this array
            schedule.runProgramsCode(() -> op.apply(before, own, mine.type()));
            sum = own;
          }
          result.unpack(sum, 0, sum.length);
        });
  }

  /** Scan along a chain of ranks. */
  Schedule scan(Items mine, Items result, ReduceOp op, boolean isExclusive) {
    Schedule schedule = of(isExclusive ? "exScan" : "scan");
    Parcel before = new Parcel();
    Parcel sum = new Parcel();
    schedule.then(() -> sum.data = mine.pack());
    if (rank > 0) {
      schedule
          .receive(rank - 1, mine.bytes(), data -> before.data = data)
          .then(() -> sum.data = combine(schedule, before.data, sum.data, op, mine.type()));
    }
    if (rank < size - 1) {
      schedule.send(rank + 1, () -> sum.data).round();
    }
    if (!isExclusive) {
      return schedule.then(() -> result.unpack(sum.data));
    }
    return rank == 0 ? schedule : schedule.then(() -> result.unpack(before.data));
  }

  // ------------------------------------------------------------------ neighbors

  /**
   * Neighbor collective: each rank sends to its destinations and receives from its sources, and
   * skips {@code PROC_NULL}. On a grid the block for the next rank is sent before the block for the
   * previous one. So the receiver can tell them apart where both neighbors are the same rank.
   */
  Schedule neighbors(CommTopology topology, Items[] sends, Items[] receives) {
    Schedule schedule = of("neighbor collective");
    int[] destinations = topology.destinations(rank);
    int[] sources = topology.sources(rank);
    for (int i = 0; i < destinations.length; i++) {
      int block = topology.kind == CommTopology.CART ? i ^ 1 : i;
      if (destinations[block] >= 0) {
        schedule.send(destinations[block], sends[block]);
      }
    }
    for (int i = 0; i < sources.length; i++) {
      if (sources[i] >= 0) {
        schedule.receive(sources[i], receives[i]);
      }
    }
    return schedule;
  }
}
