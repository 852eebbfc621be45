package org.legio.programs;

import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Moves blocks that lie by rank, in place, with gaps and as columns, and prints the results.
 *
 * <p>Usage: {@code Blocks}. In round k rank r gives 100 k + r; an item that no rank gives stays -1.
 * Every rank prints a line for each round and call.
 */
public final class Blocks {
  private static final int ROUNDS = 3;
  private static final int NOTHING = -1;

  private final Intracomm comm;
  private final int rank;
  private final int size;
  private int round;

  private Blocks(Intracomm comm) throws MPIException {
    this.comm = comm;
    this.rank = comm.getRank();
    this.size = comm.getSize();
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Blocks blocks = new Blocks(MPI.COMM_WORLD);
    for (int round = 1; round <= ROUNDS; round++) {
      blocks.round = round;
      blocks.inPlace();
      blocks.withGaps();
      blocks.columns();
      blocks.reductions();
    }
    MPI.Finalize();
  }

  private int own() {
    return 100 * round + rank;
  }

  private void inPlace() throws MPIException {
    int[] all = nothing(size);
    all[rank] = own();
    comm.allGather(all, 1, MPI.INT);
    say("allGather", all);
    int[] gathered = nothing(size);
    gathered[rank == 0 ? rank : 0] = own();
    if (rank == 0) {
      comm.gather(gathered, 1, MPI.INT, 0);
      say("gather", gathered);
    } else {
      comm.gather(new int[] {own()}, 1, MPI.INT, 0);
    }
  }

  private void withGaps() throws MPIException {
    int[] counts = new int[size];
    int[] places = new int[size];
    Arrays.fill(counts, 1);
    Arrays.setAll(places, r -> 2 * r + 1);
    int[] all = nothing(2 * size + 1);
    comm.allGatherv(new int[] {own()}, 1, MPI.INT, all, counts, places, MPI.INT);
    say("allGatherv", all);
    int[] given = new int[size];
    Arrays.setAll(given, r -> 1000 * r + own());
    int[] received = nothing(size);
    comm.allToAll(given, 1, MPI.INT, received, 1, MPI.INT);
    say("allToAll", received);
    int[] part = {NOTHING};
    comm.scatterv(given, counts, firsts(), MPI.INT, part, 1, MPI.INT, 0);
    say("scatterv", part);
  }

  private int[] firsts() {
    int[] firsts = new int[size];
    Arrays.setAll(firsts, r -> r);
    return firsts;
  }

  /** Each rank's two numbers become a column of a matrix of two rows. */
  private void columns() throws MPIException {
    Datatype column = Datatype.createVector(2, 1, size, MPI.INT);
    Datatype narrow = Datatype.createResized(column, 0, Integer.BYTES);
    narrow.commit();
    int[] matrix = nothing(2 * size);
    comm.allGather(new int[] {own(), -own()}, 2, MPI.INT, matrix, 1, narrow);
    say("columns", matrix);
    narrow.free();
    column.free();
  }

  private void reductions() throws MPIException {
    int[] counts = new int[size];
    Arrays.setAll(counts, r -> 1 + r % 2);
    int total = Arrays.stream(counts).sum();
    int[] given = new int[total];
    Arrays.setAll(given, i -> 10 * i + 1);
    int[] sums = new int[2];
    comm.reduceScatter(given, sums, counts, MPI.INT, MPI.SUM);
    say("reduceScatter", sums);
    int[] prefix = {1};
    comm.scan(prefix, 1, MPI.INT, MPI.SUM);
    int[] before = {0};
    comm.exScan(new int[] {1}, before, 1, MPI.INT, MPI.SUM);
    say("scan", new int[] {prefix[0], rank == 0 ? 0 : before[0]});
  }

  private static int[] nothing(int length) {
    int[] values = new int[length];
    Arrays.fill(values, NOTHING);
    return values;
  }

  private void say(String call, int[] values) {
    System.out.println(
        "rank " + rank + " round " + round + " " + call + ": " + Arrays.toString(values));
  }
}
