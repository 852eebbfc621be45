package org.legio.programs;

import java.util.Arrays;
import java.util.StringJoiner;
import mpi.CartComm;
import mpi.CartParms;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;

/**
 * Makes the calls that ask a communicator for its topology, with right and with wrong arguments.
 */
final class ZooTopologies {
  private static final int FARTHEST = 3;

  private final Plaque plaque;

  ZooTopologies(Plaque plaque) {
    this.plaque = plaque;
  }

  void showGrid(String name, CartComm grid) throws MPIException {
    showCommon(name, grid);
    plaque.show(name + " getTopo", () -> parameters(grid.getTopo()));
    CartParms parameters = grid.getTopo();
    int dimensions = parameters.getDimCount();
    for (int rank = -1; rank < grid.getSize(); rank++) {
      int asked = rank;
      plaque.show(
          name + " getCoords " + rank,
          () -> Mistake.outcome(() -> Arrays.toString(grid.getCoords(asked))));
    }
    showRanks(name, grid, parameters);
    for (int direction = -1; direction <= dimensions; direction++) {
      for (int step = -FARTHEST; step <= FARTHEST; step++) {
        int asked = direction;
        int far = step;
        plaque.show(
            name + " shift " + direction + " by " + step,
            () -> Mistake.outcome(() -> partners(grid.shift(asked, far))));
      }
    }
    int[] dims = new int[dimensions];
    boolean[] periods = new boolean[dimensions];
    Arrays.setAll(dims, parameters::getDim);
    plaque.show(name + " map", () -> Mistake.outcome(() -> "" + grid.map(dims, periods)));
    plaque.show(
        name + " map too many",
        () -> Mistake.outcome(() -> "" + grid.map(new int[] {99}, new boolean[1])));
    plaque.show(
        name + " map to one",
        () -> Mistake.outcome(() -> "" + grid.map(new int[] {1}, new boolean[1])));
    plaque.show(
        name + " map to zero",
        () -> Mistake.outcome(() -> "" + grid.map(new int[] {0}, new boolean[1])));
  }

  /** Asks for the rank at every place of the grid and one step around it. */
  private void showRanks(String name, CartComm grid, CartParms parameters) throws MPIException {
    int dimensions = parameters.getDimCount();
    int[] place = new int[dimensions];
    Arrays.fill(place, -1);
    boolean over = false;
    while (!over) {
      int[] asked = place.clone();
      plaque.show(
          name + " getRank " + Arrays.toString(place),
          () -> Mistake.outcome(() -> "" + grid.getRank(asked)));
      int axis = 0;
      while (axis < dimensions && place[axis] == parameters.getDim(axis)) {
        place[axis++] = -1;
      }
      over = axis == dimensions;
      if (!over) {
        place[axis]++;
      }
    }
  }

  /** Makes all the grids within a grid. */
  void showParts(String name, CartComm grid) throws MPIException {
    int dimensions = grid.getTopo().getDimCount();
    for (int choice = 0; choice < 1 << dimensions; choice++) {
      boolean[] remaining = new boolean[dimensions];
      for (int axis = 0; axis < dimensions; axis++) {
        remaining[axis] = (choice >> axis & 1) == 1;
      }
      CartComm part = grid.sub(remaining);
      showGrid(name + " sub " + Arrays.toString(remaining), part);
      part.free();
    }
  }

  void showGraph(String name, GraphComm graph) throws MPIException {
    showCommon(name, graph);
    plaque.show(name + " getDims", () -> Mistake.outcome(() -> parameters(graph.getDims())));
    for (int rank = -1; rank < graph.getSize(); rank++) {
      int asked = rank;
      plaque.show(
          name + " getNeighbors " + rank,
          () -> Mistake.outcome(() -> Arrays.toString(graph.getNeighbors(asked))));
    }
    plaque.show(
        name + " getDistGraphNeighbors",
        () -> Mistake.outcome(() -> neighbors(graph.getDistGraphNeighbors())));
    plaque.show(
        name + " map", () -> Mistake.outcome(() -> "" + graph.map(new int[] {0}, new int[0])));
    plaque.show(
        name + " map too many",
        () -> Mistake.outcome(() -> "" + graph.map(new int[99], new int[0])));
    plaque.show(
        name + " map none", () -> Mistake.outcome(() -> "" + graph.map(new int[0], new int[0])));
  }

  private void showCommon(String name, Intracomm comm) throws MPIException {
    plaque.show(name + " getTopology", () -> kind(comm.getTopology()));
    plaque.show(name + " rank of size", () -> comm.getRank() + " of " + comm.getSize());
    plaque.show(name + " members", () -> members(comm));
  }

  private static String kind(int topology) {
    return topology == MPI.CART
        ? "grid"
        : topology == MPI.GRAPH
            ? "graph"
            : topology == MPI.DIST_GRAPH
                ? "distributed graph"
                : topology == MPI.UNDEFINED ? "none" : "unknown";
  }

  private static String members(Intracomm comm) throws MPIException {
    int[] ranks = new int[comm.getSize()];
    Arrays.setAll(ranks, i -> i);
    Group group = comm.getGroup();
    Group world = MPI.COMM_WORLD.getGroup();
    String members = Arrays.toString(Group.translateRanks(group, ranks, world));
    world.free();
    group.free();
    return members;
  }

  private static String parameters(CartParms parameters) {
    StringJoiner axes = new StringJoiner(" ");
    for (int axis = 0; axis < parameters.getDimCount(); axis++) {
      axes.add(
          parameters.getCoord(axis)
              + "/"
              + parameters.getDim(axis)
              + (parameters.getPeriod(axis) ? "o" : "-"));
    }
    return axes.toString();
  }

  private static String parameters(GraphParms parameters) {
    StringJoiner numbers = new StringJoiner(" ");
    for (int i = 0; i < parameters.getIndexCount(); i++) {
      numbers.add("" + parameters.getIndex(i));
    }
    numbers.add(":");
    for (int i = 0; i < parameters.getEdgeCount(); i++) {
      numbers.add("" + parameters.getEdge(i));
    }
    return numbers.toString();
  }

  private static String neighbors(DistGraphNeighbors neighbors) {
    boolean weighted = neighbors.isWeighted();
    StringJoiner numbers = new StringJoiner(" ");
    for (int i = 0; i < neighbors.getInDegree(); i++) {
      numbers.add(neighbors.getSource(i) + (weighted ? "*" + neighbors.getSourceWeight(i) : ""));
    }
    numbers.add(">");
    for (int i = 0; i < neighbors.getOutDegree(); i++) {
      numbers.add(
          neighbors.getDestination(i) + (weighted ? "*" + neighbors.getDestinationWeight(i) : ""));
    }
    return numbers.toString();
  }

  private static String partners(ShiftParms partners) {
    return partner(partners.getRankSource()) + " > " + partner(partners.getRankDest());
  }

  private static String partner(int rank) {
    return rank == MPI.PROC_NULL ? "nobody" : "" + rank;
  }
}
