package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** A graph in which every rank knows two others: its parameters and its neighbors. */
final class GraphOfFriends implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    int[] index = Values.steps(size, 2, 2);
    int[] edges = new int[2 * size];
    for (int r = 0; r < size; r++) {
      edges[2 * r] = (r + size - 1) % size;
      edges[2 * r + 1] = (r + 1) % size;
    }
    GraphComm ring = world.createGraph(index, edges, false);
    report.say("kind", ring.getTopology() == MPI.GRAPH);
    GraphParms parms = ring.getDims();
    report.say("nodes", parms.getIndexCount() + ", edges " + parms.getEdgeCount());
    report.say("last", parms.getIndex(size - 1) + " " + parms.getEdge(2 * size - 1));
    report.say("neighbors", ring.getNeighbors(ring.getRank()));
    report.say("of rank 0", ring.getNeighbors(0));
    report.say("map", ring.map(index, edges));
    GraphComm later = ring.iDup();
    later.getRequest().waitFor();
    for (GraphComm copy :
        new GraphComm[] {ring.dup(), ring.clone(), later, ring.dupWithInfo(MPI.INFO_NULL)}) {
      IntBuffer in = Values.directBlank(2);
      copy.neighborAllGather(Values.direct(ring.getRank(), 1), 1, MPI.INT, in, 1, MPI.INT);
      report.say("friends", in);
      copy.free();
    }
    ring.free();
  }
}
