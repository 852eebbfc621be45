package org.legio.programs;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Makes every blocking collective call and prints the ranks whose data has arrived.
 *
 * <p>Usage: {@code RollCall [items] [rounds] [array|direct|slice] [dense|gaps] [call...]}. In each
 * round a rank prints a line: for every call a bit, in hexadecimal, for each rank whose data it has
 * received; {@code wrong} if that is not exactly what that rank has given. The root moves on by
 * three ranks each round. A {@code -} stands for a call that gives this rank no result.
 */
public final class RollCall {
  private static final int ROOT_STEP = 3;

  private final Intracomm comm = MPI.COMM_WORLD;
  private final int rank = comm.getRank();
  private final int size = comm.getSize();
  private final int items;
  private final Storage storage;
  private final Slots.Spread spread;
  private final Datatype type;
  private final Set<String> calls;
  private final Sums sums;
  private final StringBuilder line = new StringBuilder();
  private int root;

  private RollCall(int items, Storage storage, Slots.Spread spread, Set<String> calls)
      throws MPIException {
    this.items = items;
    this.storage = storage;
    this.spread = spread;
    this.type = spread.type();
    this.calls = calls;
    this.sums = new Sums(storage, items);
  }

  /** Calls the roll. */
  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    int items = own.length > 0 ? Integer.parseInt(own[0]) : 5;
    int rounds = own.length > 1 ? Integer.parseInt(own[1]) : 3;
    String storage = own.length > 2 ? own[2] : "array";
    String spread = own.length > 3 ? own[3] : "dense";
    RollCall roll =
        new RollCall(
            items,
            Storage.valueOf(storage.toUpperCase(Locale.ROOT)),
            Slots.Spread.valueOf(spread.toUpperCase(Locale.ROOT)),
            Set.of(Arrays.copyOfRange(own, Math.min(4, own.length), own.length)));
    for (int round = 0; round < rounds; round++) {
      roll.call(round);
    }
    MPI.Finalize();
  }

  private void call(int round) throws MPIException {
    line.setLength(0);
    line.append("rank ").append(rank).append(" round ").append(round).append(':');
    root = ROOT_STEP * round % size;
    show("barrier", this::barrier);
    show("bcast", this::bcast);
    show("reduce", this::reduce);
    show("allReduce", this::allReduce);
    show("gather", this::gather);
    show("gatherv", this::gatherv);
    show("scatter", this::scatter);
    show("scatterv", this::scatterv);
    show("allGather", this::allGather);
    show("allGatherv", this::allGatherv);
    show("allToAll", this::allToAll);
    show("allToAllv", this::allToAllv);
    show("reduceScatter", this::reduceScatter);
    show("reduceScatterBlock", this::reduceScatterBlock);
    show("scan", this::scan);
    show("exScan", this::exScan);
    System.out.println(line);
  }

  /** A call; returns the text about its result. */
  @FunctionalInterface
  private interface Call {
    String seen() throws MPIException;
  }

  private void show(String name, Call call) throws MPIException {
    if (calls.isEmpty() || calls.contains(name)) {
      line.append(' ').append(name).append('=').append(call.seen());
    }
  }

  private Slots slots(int[] counts, Slots.Content content) {
    return new Slots(storage, spread, counts, content);
  }

  /** A block from one rank to another. */
  private Slots block(int from, int to, int count) {
    return slots(new int[] {count}, (slot, place) -> value(from, to, place));
  }

  private static int value(int from, int to, int place) {
    return (100 * from + to) * 10_007 + place;
  }

  private int[] even() {
    int[] counts = new int[size];
    Arrays.fill(counts, items);
    return counts;
  }

  private int[] uneven() {
    int[] counts = new int[size];
    Arrays.setAll(counts, each -> items + each % 3);
    return counts;
  }

  private String atRoot(String seen) {
    return rank == root ? seen : "-";
  }

  private String barrier() throws MPIException {
    comm.barrier();
    return "-";
  }

  private String bcast() throws MPIException {
    Slots block = block(root, 0, items);
    Object buffer = rank == root ? block.full() : block.blank();
    comm.bcast(buffer, items, type, root);
    return block.seen(buffer);
  }

  private String reduce() throws MPIException {
    Object sum = sums.blank();
    comm.reduce(sums.of(rank, 1), sum, items, MPI.INT, MPI.SUM, root);
    return atRoot(sums.seen(sum, 0));
  }

  private String allReduce() throws MPIException {
    Object sum = sums.blank();
    comm.allReduce(sums.of(rank, 1), sum, items, MPI.INT, MPI.SUM);
    return sums.seen(sum, 0);
  }

  private String gather() throws MPIException {
    Slots all = slots(even(), (from, place) -> value(from, root, place));
    Object gathered = all.blank();
    Object own = block(rank, root, items).full();
    comm.gather(own, items, type, gathered, items, type, root);
    return atRoot(all.seen(gathered));
  }

  private String gatherv() throws MPIException {
    Slots all = slots(uneven(), (from, place) -> value(from, root, place));
    Object gathered = all.blank();
    int count = all.counts()[rank];
    Object own = block(rank, root, count).full();
    comm.gatherv(own, count, type, gathered, all.counts(), all.starts(), type, root);
    return atRoot(all.seen(gathered));
  }

  private String scatter() throws MPIException {
    Slots all = slots(even(), (to, place) -> value(root, to, place));
    Slots own = block(root, rank, items);
    Object scattered = own.blank();
    comm.scatter(all.full(), items, type, scattered, items, type, root);
    return own.seen(scattered);
  }

  private String scatterv() throws MPIException {
    Slots all = slots(uneven(), (to, place) -> value(root, to, place));
    int count = all.counts()[rank];
    Slots own = block(root, rank, count);
    Object scattered = own.blank();
    comm.scatterv(all.full(), all.counts(), all.starts(), type, scattered, count, type, root);
    return own.seen(scattered);
  }

  private String allGather() throws MPIException {
    Slots all = slots(even(), (from, place) -> value(from, 0, place));
    Object gathered = all.blank();
    comm.allGather(block(rank, 0, items).full(), items, type, gathered, items, type);
    return all.seen(gathered);
  }

  private String allGatherv() throws MPIException {
    Slots all = slots(uneven(), (from, place) -> value(from, 0, place));
    Object gathered = all.blank();
    int count = all.counts()[rank];
    Object own = block(rank, 0, count).full();
    comm.allGatherv(own, count, type, gathered, all.counts(), all.starts(), type);
    return all.seen(gathered);
  }

  private String allToAll() throws MPIException {
    Slots out = slots(even(), (to, place) -> value(rank, to, place));
    Slots in = slots(even(), (from, place) -> value(from, rank, place));
    Object received = in.blank();
    comm.allToAll(out.full(), items, type, received, items, type);
    return in.seen(received);
  }

  private String allToAllv() throws MPIException {
    Slots out = slots(uneven(), (to, place) -> value(rank, to, place));
    int[] counts = new int[size];
    Arrays.fill(counts, out.counts()[rank]);
    Slots in = slots(counts, (from, place) -> value(from, rank, place));
    Object received = in.blank();
    comm.allToAllv(
        out.full(), out.counts(), out.starts(), type, received, counts, in.starts(), type);
    return in.seen(received);
  }

  private String reduceScatter() throws MPIException {
    Object sum = sums.blank();
    comm.reduceScatter(sums.of(rank, size), sum, even(), MPI.INT, MPI.SUM);
    return sums.seen(sum, rank);
  }

  private String reduceScatterBlock() throws MPIException {
    Object sum = sums.blank();
    comm.reduceScatterBlock(sums.of(rank, size), sum, items, MPI.INT, MPI.SUM);
    return sums.seen(sum, rank);
  }

  private String scan() throws MPIException {
    Object sum = sums.blank();
    comm.scan(sums.of(rank, 1), sum, items, MPI.INT, MPI.SUM);
    return sums.seen(sum, 0);
  }

  private String exScan() throws MPIException {
    Object sum = sums.blank();
    comm.exScan(sums.of(rank, 1), sum, items, MPI.INT, MPI.SUM);
    return rank == 0 ? "-" : sums.seen(sum, 0); // MPI does not define rank 0's result
  }
}
