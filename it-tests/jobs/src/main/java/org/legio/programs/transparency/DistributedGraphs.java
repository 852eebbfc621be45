package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Graphs of which each rank gives its own part, with weights and without. */
final class DistributedGraphs implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int right = (rank + 1) % world.getSize();
    int left = (rank + world.getSize() - 1) % world.getSize();
    int[] me = {rank};
    int[] to = {right};
    int[] one = {1};
    describe(report, "weighted", world.createDistGraph(me, one, to, me, MPI.INFO_NULL, false));
    describe(report, "unweighted", world.createDistGraph(me, one, to, MPI.INFO_NULL, false));
    int[] from = {left};
    int[] fromWeight = {left + 10};
    int[] toWeight = {rank + 10};
    describe(
        report,
        "adjacent, weighted",
        world.createDistGraphAdjacent(from, fromWeight, to, toWeight, MPI.INFO_NULL, false));
    describe(report, "adjacent", world.createDistGraphAdjacent(from, to, MPI.INFO_NULL, false));
    star(report, world);
  }

  /** Rank 0 describes all: everyone sends to it. */
  private static void star(Report report, Intracomm world) throws MPIException {
    int size = world.getSize();
    boolean isCenter = world.getRank() == 0;
    int[] sources = isCenter ? Values.steps(size - 1, 1, 1) : new int[0];
    int[] degrees = isCenter ? Values.each(size - 1, 1) : new int[0];
    int[] destinations = isCenter ? new int[size - 1] : new int[0];
    describe(
        report,
        "star",
        world.createDistGraph(sources, degrees, destinations, MPI.INFO_NULL, false));
  }

  private static void describe(Report report, String name, GraphComm graph) throws MPIException {
    report.say("kind", graph.getTopology() == MPI.DIST_GRAPH);
    DistGraphNeighbors neighbors = graph.getDistGraphNeighbors();
    report.say(name + " weighted", neighbors.isWeighted());
    for (int i = 0; i < neighbors.getInDegree(); i++) {
      int weight = neighbors.isWeighted() ? neighbors.getSourceWeight(i) : 0;
      report.say("from", neighbors.getSource(i) + " weight " + weight);
    }
    for (int i = 0; i < neighbors.getOutDegree(); i++) {
      int weight = neighbors.isWeighted() ? neighbors.getDestinationWeight(i) : 0;
      report.say("to", neighbors.getDestination(i) + " weight " + weight);
    }
    IntBuffer in = Values.directBlank(Math.max(1, neighbors.getInDegree()));
    graph.neighborAllGather(Values.direct(graph.getRank(), 1), 1, MPI.INT, in, 1, MPI.INT);
    report.say(name, in);
    graph.free();
  }
}
