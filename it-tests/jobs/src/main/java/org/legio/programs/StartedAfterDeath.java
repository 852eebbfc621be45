package org.legio.programs;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Starts every non-blocking collective after a death, and checks the results.
 *
 * <p>Usage: {@code StartedAfterDeath COUNTS [OPERATION...]}, with counts separated by commas. For
 * each operation and count there are three duplicates of the world. When all have been used, rank 0
 * dies. On the first duplicate a blocking collective meets the death, then the operation is
 * started; on the second, the operation meets it; on the third, two of them under way do. Then, for
 * each operation named, the highest living rank dies instead of starting it on the world. The
 * others say how many results were right.
 */
public final class StartedAfterDeath {
  private static final int BLANK = -1;
  private static final int LIFETIME_MS = 600_000;

  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank = world.getRank();
  private final int size = world.getSize();
  private final boolean[] isLost = new boolean[size];
  private final Map<String, Operation> operations = new LinkedHashMap<>();
  private int right;

  @FunctionalInterface
  private interface Start {
    Request on(Intracomm comm, IntBuffer sent, IntBuffer received) throws MPIException;
  }

  /** An operation on blocks of a number of items, and which items come to this rank. */
  private record Operation(int sent, int received, Start start, IntUnaryOperator result) {}

  /** An operation under way. */
  private record Started(Request request, IntBuffer received, IntUnaryOperator result) {}

  private StartedAfterDeath() throws MPIException {}

  /** Runs all. */
  public static void main(String[] args) throws MPIException, IOException, InterruptedException {
    String[] own = MPI.Init(args);
    new StartedAfterDeath().run(own);
    MPI.Finalize();
  }

  private void run(String[] own) throws MPIException, IOException, InterruptedException {
    int[] counts = Arrays.stream(own[0].split(",")).mapToInt(Integer::parseInt).toArray();
    List<Intracomm> comms = duplicates(3 * counts.length);
    loses(0);
    int next = 0;
    for (int count : counts) {
      define(count);
      for (Operation operation : operations.values()) {
        Intracomm repaired = comms.get(next++);
        exScan(repaired);
        finish(start(operation, repaired));
        finish(start(operation, comms.get(next++)));
        Intracomm overlapping = comms.get(next++);
        Started first = start(operation, overlapping);
        finish(start(operation, overlapping));
        finish(first);
      }
    }
    for (int i = 1; i < own.length; i++) {
      loses(size - i);
      finish(start(requireNonNull(operations.get(own[i]), own[i]), world));
    }
    System.out.println("rank " + rank + ": " + right + " results are right");
  }

  private List<Intracomm> duplicates(int ofEach) throws MPIException {
    define(1);
    List<Intracomm> comms = new ArrayList<>();
    for (int i = 0; i < ofEach * operations.size(); i++) {
      Intracomm comm = world.dup();
      exScan(comm);
      comms.add(comm);
    }
    return comms;
  }

  private void loses(int victim) throws IOException, InterruptedException {
    if (rank == victim) {
      String self = Long.toString(ProcessHandle.current().pid());
      new ProcessBuilder("sh", "-c", "kill -9 " + self).start().waitFor();
      Thread.sleep(LIFETIME_MS);
    }
    isLost[victim] = true;
  }

  private boolean isLeft(int member) {
    return !isLost[member];
  }

  private void exScan(Intracomm comm) throws MPIException {
    int[] sum = {BLANK};
    comm.exScan(new int[] {item(rank, 0)}, sum, 1, MPI.INT, MPI.SUM);
    expect("exScan", 0, sumBelow(0), sum[0]);
  }

  // ------------------------------------------------------------------ running an operation

  private Started start(Operation operation, Intracomm comm) throws MPIException {
    IntBuffer sent = filled(operation.sent(), i -> item(rank, i));
    IntBuffer received = filled(operation.received(), i -> BLANK);
    return new Started(operation.start().on(comm, sent, received), received, operation.result());
  }

  private static IntBuffer filled(int items, IntUnaryOperator item) {
    IntBuffer buffer = MPI.newIntBuffer(items);
    for (int i = 0; i < items; i++) {
      buffer.put(i, item.applyAsInt(i));
    }
    return buffer;
  }

  private void finish(Started started) throws MPIException {
    started.request().waitFor();
    for (int i = 0; i < started.received().capacity(); i++) {
      expect("result", i, started.result().applyAsInt(i), started.received().get(i));
    }
    right++;
  }

  private void expect(String what, int place, int expected, int found) {
    if (found != expected) {
      throw new IllegalStateException(
          "rank %d: item %d of the %s is %d and should be %d after %d right results"
              .formatted(rank, place, what, found, expected, right));
    }
  }

  // ------------------------------------------------------------------ the operations

  private static int item(int from, int place) {
    return 1000 * (from + 1) + place % 997;
  }

  private int sum(int place, IntPredicate takesPart) {
    return IntStream.range(0, size)
        .filter(takesPart)
        .filter(this::isLeft)
        .map(member -> item(member, place))
        .sum();
  }

  /** What rank 0 gets is undefined; the first of the others gets the sum of none. */
  private int sumBelow(int place) {
    return rank == 0 ? BLANK : sum(place, below(rank));
  }

  private static IntPredicate below(int rank) {
    return member -> member < rank;
  }

  /** The item that another rank has given for a place, if it lives. */
  private int from(int member, int place) {
    return isLeft(member) ? item(member, place) : BLANK;
  }

  private void define(int count) {
    operations.clear();
    int root = size / 2;
    int all = count * size;
    int[] counts = filledWith(count);
    int[] places = multiplesOf(count);
    operations.put("iBarrier", new Operation(0, 0, (c, s, r) -> c.iBarrier(), i -> 0));
    operations.put("iBcast", bcast(count, root));
    defineReductions(count, root);
    operations.put(
        "iGather",
        new Operation(
            count,
            all,
            (c, s, r) -> c.iGather(s, count, MPI.INT, r, count, MPI.INT, root),
            i -> rank == root ? from(i / count, i % count) : BLANK));
    operations.put(
        "iGatherv",
        new Operation(
            count,
            all,
            (c, s, r) -> c.iGatherv(s, count, MPI.INT, r, counts, places, MPI.INT, root),
            i -> rank == root ? from(i / count, i % count) : BLANK));
    operations.put(
        "iScatter",
        new Operation(
            all,
            count,
            (c, s, r) -> c.iScatter(s, count, MPI.INT, r, count, MPI.INT, root),
            i -> item(root, rank * count + i)));
    operations.put(
        "iScatterv",
        new Operation(
            all,
            count,
            (c, s, r) -> c.iScatterv(s, counts, places, MPI.INT, r, count, MPI.INT, root),
            i -> item(root, rank * count + i)));
    defineExchanges(count);
  }

  private Operation bcast(int count, int root) {
    return new Operation(
        count,
        count,
        (comm, sent, received) -> {
          if (rank == root) {
            received.put(0, sent, 0, count);
          }
          return comm.iBcast(received, count, MPI.INT, root);
        },
        i -> item(root, i));
  }

  private void defineReductions(int count, int root) {
    int all = count * size;
    int[] counts = filledWith(count);
    operations.put(
        "iReduce",
        new Operation(
            count,
            count,
            (c, s, r) -> c.iReduce(s, r, count, MPI.INT, MPI.SUM, root),
            i -> rank == root ? sum(i, member -> true) : BLANK));
    operations.put(
        "iAllReduce",
        new Operation(
            count,
            count,
            (c, s, r) -> c.iAllReduce(s, r, count, MPI.INT, MPI.SUM),
            i -> sum(i, member -> true)));
    operations.put(
        "iReduceScatter",
        new Operation(
            all,
            count,
            (c, s, r) -> c.iReduceScatter(s, r, counts, MPI.INT, MPI.SUM),
            i -> sum(rank * count + i, member -> true)));
    operations.put(
        "iReduceScatterBlock",
        new Operation(
            all,
            count,
            (c, s, r) -> c.iReduceScatterBlock(s, r, count, MPI.INT, MPI.SUM),
            i -> sum(rank * count + i, member -> true)));
    operations.put(
        "iScan",
        new Operation(
            count,
            count,
            (c, s, r) -> c.iScan(s, r, count, MPI.INT, MPI.SUM),
            i -> sum(i, below(rank + 1))));
    operations.put(
        "iExScan",
        new Operation(
            count, count, (c, s, r) -> c.iExScan(s, r, count, MPI.INT, MPI.SUM), this::sumBelow));
  }

  private void defineExchanges(int count) {
    int all = count * size;
    int[] counts = filledWith(count);
    int[] places = multiplesOf(count);
    int[] bytes = multiplesOf(count * Integer.BYTES);
    Datatype[] ints = new Datatype[size];
    Arrays.fill(ints, MPI.INT);
    IntUnaryOperator gathered = i -> from(i / count, i % count);
    IntUnaryOperator exchanged = i -> from(i / count, rank * count + i % count);
    operations.put(
        "iAllGather",
        new Operation(
            count, all, (c, s, r) -> c.iAllGather(s, count, MPI.INT, r, count, MPI.INT), gathered));
    operations.put(
        "iAllGatherv",
        new Operation(
            count,
            all,
            (c, s, r) -> c.iAllGatherv(s, count, MPI.INT, r, counts, places, MPI.INT),
            gathered));
    operations.put(
        "iAllToAll",
        new Operation(
            all, all, (c, s, r) -> c.iAllToAll(s, count, MPI.INT, r, count, MPI.INT), exchanged));
    operations.put(
        "iAllToAllv",
        new Operation(
            all,
            all,
            (c, s, r) -> c.iAllToAllv(s, counts, places, MPI.INT, r, counts, places, MPI.INT),
            exchanged));
    operations.put(
        "iAllToAllw",
        new Operation(
            all,
            all,
            (c, s, r) -> c.iAllToAllw(s, counts, bytes, ints, r, counts, bytes, ints),
            exchanged));
  }

  private int[] filledWith(int value) {
    int[] filled = new int[size];
    Arrays.fill(filled, value);
    return filled;
  }

  private int[] multiplesOf(int step) {
    int[] multiples = new int[size];
    Arrays.setAll(multiples, i -> step * i);
    return multiples;
  }
}
