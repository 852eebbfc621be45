package org.legio.programs;

import java.util.Arrays;
import mpi.CartComm;
import mpi.Datatype;
import mpi.GraphComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;

/**
 * Exchanges numbers between neighbors in a ring and in a grid of two rows, then makes more
 * topologies and exchanges numbers in those.
 *
 * <p>Usage: {@code Neighborhood}, on an even number of ranks. In round k rank r gives 100 k + r; an
 * item that no rank gives stays -1. Every rank prints a line for each round and exchange.
 */
public final class Neighborhood {
  private static final int ROUNDS = 3;
  private static final int LAST = 9;
  private static final int NOTHING = -1;

  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank;
  private final int size;
  private int round;

  private Neighborhood() throws MPIException {
    rank = world.getRank();
    size = world.getSize();
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    new Neighborhood().run();
    MPI.Finalize();
  }

  private void run() throws MPIException {
    CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
    CartComm grid = world.createCart(new int[] {2, size / 2}, new boolean[] {false, true}, false);
    for (round = 1; round <= ROUNDS; round++) {
      gather("ring", ring, 2);
      swap("grid", grid);
      everyone();
    }
    round = LAST;
    CartComm lateRing = world.createCart(new int[] {size}, new boolean[] {true}, true);
    CartComm twin = ring.dup();
    CartComm row = grid.sub(new boolean[] {false, true});
    GraphComm star = star();
    GraphComm fromLeft = fromLeft();
    gather("late ring", lateRing, 2);
    gather("twin", twin, 2);
    gather("row", row, 2);
    gather("star", star, rank == 0 ? size - 1 : 1);
    gather("from left", fromLeft, 1);
    say("row is", new int[] {row.getRank(), row.getSize(), row.getTopo().getDim(0)});
    say("place", lateRing.getCoords(rank));
    say("far place", grid.getCoords(size - 1));
    say("shift in ring", partners(lateRing.shift(0, 1)));
    say("shift by two", partners(ring.shift(0, 2)));
    say("shift in grid", partners(grid.shift(0, 1)));
    say("shift in row", partners(row.shift(0, -1)));
  }

  private GraphComm star() throws MPIException {
    int[] index = new int[size];
    int[] edges = new int[2 * (size - 1)];
    Arrays.setAll(index, i -> size - 1 + i);
    Arrays.setAll(edges, i -> i < size - 1 ? i + 1 : 0);
    return world.createGraph(index, edges, false);
  }

  /** Makes a graph in which each rank gives the edge that comes from its left neighbor. */
  private GraphComm fromLeft() throws MPIException {
    int[] left = {(rank + size - 1) % size};
    return world.createDistGraph(left, new int[] {1}, new int[] {rank}, MPI.INFO_NULL, false);
  }

  private int own() {
    return 100 * round + rank;
  }

  private void gather(String name, Intracomm topology, int neighbors) throws MPIException {
    int[] numbers = nothing(neighbors);
    topology.neighborAllGather(new int[] {own()}, 1, MPI.INT, numbers, 1, MPI.INT);
    say(name, numbers);
  }

  /** Sends each neighbor this rank's number and the neighbor's index. */
  private void swap(String name, CartComm grid) throws MPIException {
    int[] given = new int[4];
    Arrays.setAll(given, i -> 10 * own() + i);
    int[] numbers = nothing(4);
    grid.neighborAllToAll(given, 1, MPI.INT, numbers, 1, MPI.INT);
    say(name, numbers);
  }

  private void everyone() throws MPIException {
    int[] counts = new int[size];
    Arrays.fill(counts, 1);
    int[] places = new int[size];
    Arrays.setAll(places, r -> Integer.BYTES * r);
    Datatype[] types = new Datatype[size];
    Arrays.fill(types, MPI.INT);
    int[] given = new int[size];
    Arrays.fill(given, own());
    int[] numbers = nothing(size);
    world.allToAllw(given, counts, places, types, numbers, counts, places, types);
    say("everyone", numbers);
  }

  private static int[] partners(ShiftParms partners) {
    return new int[] {partners.getRankSource(), partners.getRankDest()};
  }

  private static int[] nothing(int length) {
    int[] numbers = new int[length];
    Arrays.fill(numbers, NOTHING);
    return numbers;
  }

  private void say(String what, int[] numbers) {
    System.out.println(
        "rank " + rank + " round " + round + " " + what + ": " + Arrays.toString(numbers));
  }
}
