package org.legio.programs;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import mpi.CartComm;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;

/**
 * Makes communicators of every topology, makes all calls that ask about them, exchanges data
 * between neighbors in every form, and writes down the results.
 *
 * <p>Usage: {@code TopologyZoo FOLDER [rounds [nonblocking]]}. Every rank writes a line a call into
 * FOLDER/rank-R; two runs on as many ranks write the same.
 */
public final class TopologyZoo {
  private final Plaque plaque;
  private final Intracomm comm;
  private final int rank;
  private final int size;
  private final boolean showsNonBlocking;

  private TopologyZoo(Intracomm comm, Plaque plaque, boolean showsNonBlocking) throws MPIException {
    this.plaque = plaque;
    this.comm = comm;
    this.showsNonBlocking = showsNonBlocking;
    this.rank = comm.getRank();
    this.size = comm.getSize();
  }

  public static void main(String[] args) throws MPIException, IOException {
    String[] own = MPI.Init(args);
    int rounds = own.length > 1 ? Integer.parseInt(own[1]) : 1;
    int rank = MPI.COMM_WORLD.getRank();
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
    try (PrintStream out = ZooBook.open(own[0], rank)) {
      for (int round = 0; round < rounds; round++) {
        visit("round " + round, out, own.length > 2);
      }
    }
    System.out.println("rank " + rank + ": the zoo is closed");
    MPI.Finalize();
  }

  private static void visit(String round, PrintStream out, boolean showsNonBlocking)
      throws MPIException {
    visit(MPI.COMM_WORLD, new Plaque(round + " world", out), showsNonBlocking);
    Intracomm backwards = MPI.COMM_WORLD.split(0, -MPI.COMM_WORLD.getRank());
    visit(backwards, new Plaque(round + " backwards", out), showsNonBlocking);
    backwards.free();
    visit(MPI.COMM_SELF, new Plaque(round + " self", out), showsNonBlocking);
  }

  private static void visit(Intracomm comm, Plaque plaque, boolean showsNonBlocking)
      throws MPIException {
    new TopologyZoo(comm, plaque, showsNonBlocking).show();
  }

  private void show() throws MPIException {
    int[] dims = new int[2];
    CartComm.createDims(size, dims);
    showGrid("ring", new int[] {size}, true);
    showGrid("row", new int[] {size}, false);
    showGrid("torus", dims, true, true);
    showGrid("tube", dims, true, false);
    showGrid("rectangle", dims, false, false);
    showGrid("thread", new int[] {1, size, 1}, true, false, true);
    showGrid("shorter ring", new int[] {Math.max(1, size - 1)}, true);
    showGrid("point", new int[0]);
    showWrongGrids();
    showGraphs();
    showDistGraphs();
    new ZooAllToAllW(comm, plaque).show();
  }

  private void showGrid(String name, int[] dims, boolean... periods) throws MPIException {
    CartComm grid = comm.createCart(dims, periods, false);
    plaque.show(name + " isNull", grid::isNull);
    if (!grid.isNull()) {
      showGrid(name, grid);
      grid.free();
    }
  }

  private void showGrid(String name, CartComm grid) throws MPIException {
    ZooTopologies queries = new ZooTopologies(plaque);
    queries.showGrid(name, grid);
    queries.showParts(name, grid);
    exchange(name, grid);
    CartComm twin = grid.dup();
    queries.showGrid(name + " dup", twin);
    exchange(name + " dup", twin);
    twin.free();
    boolean[] remaining = new boolean[grid.getTopo().getDimCount()];
    Arrays.fill(remaining, 0, (remaining.length + 1) / 2, true);
    CartComm part = grid.sub(remaining);
    exchange(name + " sub", part);
    part.free();
  }

  private void exchange(String name, CartComm grid) throws MPIException {
    int dimensions = grid.getTopo().getDimCount();
    boolean everybody = true;
    for (int axis = 0; axis < dimensions; axis++) {
      ShiftParms partners = grid.shift(axis, 1);
      everybody &= partners.getRankSource() != MPI.PROC_NULL;
      everybody &= partners.getRankDest() != MPI.PROC_NULL;
    }
    exchange(name, grid, 2 * dimensions, 2 * dimensions, everybody);
  }

  private void exchange(String name, GraphComm graph, int in, int out) throws MPIException {
    exchange(name, graph, in, out, true);
  }

  private void exchange(String name, Intracomm topology, int in, int out, boolean everybody)
      throws MPIException {
    for (Storage storage : Storage.values()) {
      ZooNeighbors neighbors = new ZooNeighbors(topology, plaque, storage, in, out, everybody);
      neighbors.show(name);
      if (showsNonBlocking && storage == Storage.DIRECT) {
        neighbors.showNonBlocking(name);
      }
    }
  }

  private void showWrongGrids() throws MPIException {
    showWrongGrid("too large", new int[] {size + 1}, false);
    showWrongGrid("much too large", new int[] {size, 2}, false, false);
    showWrongGrid("negative", new int[] {-1}, false);
    showWrongGrid("twice negative", new int[] {-1, -1}, false, false);
    showWrongGrid("without periods", new int[] {0}, true);
  }

  private void showWrongGrid(String name, int[] dims, boolean... periods) throws MPIException {
    plaque.show(
        "grid " + name,
        () -> Mistake.outcome(() -> nullness(comm.createCart(dims, periods, false))));
  }

  private static String nullness(Intracomm made) throws MPIException {
    boolean isNull = made.isNull();
    String told = isNull ? "null" : made.getSize() + " ranks";
    if (!isNull) {
      made.free();
    }
    return told;
  }

  private void showGraphs() throws MPIException {
    showGraph("circle", circleIndex(size), circleEdges(size));
    showGraph("star", starIndex(), starEdges());
    showGraph(
        "shorter circle", circleIndex(Math.max(1, size - 1)), circleEdges(Math.max(1, size - 1)));
    showGraph("edgeless", new int[size], new int[0]);
    showWrongGraph("too large", new int[size + 1], new int[0]);
    showWrongGraph("of no node", new int[0], new int[0]);
  }

  private void showGraph(String name, int[] index, int[] edges) throws MPIException {
    GraphComm graph = comm.createGraph(index, edges, false);
    plaque.show(name + " isNull", graph::isNull);
    if (!graph.isNull()) {
      ZooTopologies queries = new ZooTopologies(plaque);
      queries.showGraph(name, graph);
      int neighbors = graph.getNeighbors(graph.getRank()).length;
      exchange(name, graph, neighbors, neighbors);
      GraphComm twin = graph.dup();
      queries.showGraph(name + " dup", twin);
      exchange(name + " dup", twin, neighbors, neighbors);
      twin.free();
      graph.free();
    }
  }

  private void showWrongGraph(String name, int[] index, int[] edges) throws MPIException {
    plaque.show(
        "graph " + name,
        () -> Mistake.outcome(() -> nullness(comm.createGraph(index, edges, false))));
  }

  private static int[] circleIndex(int nodes) {
    int[] index = new int[nodes];
    Arrays.setAll(index, i -> 2 * (i + 1));
    return index;
  }

  private static int[] circleEdges(int nodes) {
    int[] edges = new int[2 * nodes];
    Arrays.setAll(edges, i -> (i / 2 + (i % 2 == 0 ? 1 : nodes - 1)) % nodes);
    return edges;
  }

  private int[] starIndex() {
    int[] index = new int[size];
    Arrays.setAll(index, i -> size - 1 + i);
    return index;
  }

  private int[] starEdges() {
    int[] edges = new int[2 * (size - 1)];
    for (int i = 0; i < size - 1; i++) {
      edges[i] = i + 1;
    }
    return edges;
  }

  private void showDistGraphs() throws MPIException {
    int right = (rank + 1) % size;
    int left = (rank + size - 1) % size;
    showDistGraph(
        "adjacent",
        comm.createDistGraphAdjacent(new int[] {left}, new int[] {right}, MPI.INFO_NULL, false));
    showDistGraph(
        "weighted adjacent",
        comm.createDistGraphAdjacent(
            new int[] {left, right, rank},
            new int[] {3, 2, 1},
            new int[] {right, left, rank},
            new int[] {3, 2, 1},
            MPI.INFO_NULL,
            false));
    showDistGraph(
        "double adjacent",
        comm.createDistGraphAdjacent(
            new int[] {left, left}, new int[] {right, right}, MPI.INFO_NULL, false));
    showDistGraph(
        "own edges",
        comm.createDistGraph(
            new int[] {rank}, new int[] {1}, new int[] {right}, MPI.INFO_NULL, false));
    int[] all = new int[size];
    Arrays.setAll(all, i -> i);
    int[] ones = new int[size];
    Arrays.fill(ones, 1);
    int[] rights = new int[size];
    Arrays.setAll(rights, i -> (i + 1) % size);
    boolean tells = rank == 0;
    showDistGraph(
        "edges told by one",
        comm.createDistGraph(
            tells ? all : new int[0],
            tells ? ones : new int[0],
            tells ? rights : new int[0],
            tells ? all : new int[0],
            MPI.INFO_NULL,
            false));
    int[] none = {};
    showDistGraph("no edges", comm.createDistGraph(none, none, none, MPI.INFO_NULL, false));
    showWrongDistGraphs(right, left);
  }

  private void showDistGraph(String name, GraphComm graph) throws MPIException {
    ZooTopologies queries = new ZooTopologies(plaque);
    queries.showGraph(name, graph);
    DistGraphNeighbors neighbors = graph.getDistGraphNeighbors();
    exchange(name, graph, neighbors.getInDegree(), neighbors.getOutDegree());
    GraphComm twin = graph.dup();
    queries.showGraph(name + " dup", twin);
    exchange(name + " dup", twin, neighbors.getInDegree(), neighbors.getOutDegree());
    twin.free();
    graph.free();
  }

  private void showWrongDistGraphs(int right, int left) throws MPIException {
    int[] one = {1};
    wrong("adjacent from no rank", new int[] {size}, new int[] {right});
    wrong("adjacent to no rank", new int[] {left}, new int[] {size});
    wrong("adjacent from a negative rank", new int[] {-1}, new int[] {right});
    plaque.show(
        "adjacent with negative weights",
        () ->
            Mistake.outcome(
                () ->
                    nullness(
                        comm.createDistGraphAdjacent(
                            new int[] {left},
                            new int[] {-1},
                            new int[] {right},
                            new int[] {-1},
                            MPI.INFO_NULL,
                            false))));
    wrongEdges("edges from no rank", new int[] {size}, one, new int[] {right}, one);
    wrongEdges("edges to no rank", new int[] {rank}, one, new int[] {size}, one);
    wrongEdges("edges to a negative rank", new int[] {rank}, one, new int[] {-1}, one);
    wrongEdges("edges of a negative number", new int[] {rank}, new int[] {-1}, one, one);
    wrongEdges(
        "edges with negative weights", new int[] {rank}, one, new int[] {right}, new int[] {-1});
  }

  private void wrong(String name, int[] sources, int[] destinations) throws MPIException {
    plaque.show(
        name,
        () ->
            Mistake.outcome(
                () ->
                    nullness(
                        comm.createDistGraphAdjacent(
                            sources, destinations, MPI.INFO_NULL, false))));
  }

  private void wrongEdges(
      String name, int[] sources, int[] degrees, int[] destinations, int[] weights)
      throws MPIException {
    plaque.show(
        name,
        () ->
            Mistake.outcome(
                () ->
                    nullness(
                        comm.createDistGraph(
                            sources, degrees, destinations, weights, MPI.INFO_NULL, false))));
  }
}
