package org.legio.faults;

import static org.legio.ulfm.ports.Collective.NEIGHBOR_ALL_GATHER;
import static org.legio.ulfm.ports.Collective.NEIGHBOR_ALL_GATHERV;
import static org.legio.ulfm.ports.Collective.NEIGHBOR_ALL_TO_ALL;
import static org.legio.ulfm.ports.Collective.NEIGHBOR_ALL_TO_ALLV;

import org.legio.faults.Neighborhood.Shape;
import org.legio.ulfm.ports.Collective;

/** The exchanges between neighbors in a topology of a test program, blocking or started. */
final class Exchanges {
  private final Comm comm;
  private final Shape shape;
  private final Operations.Way<Observation> way;

  Exchanges(Comm comm, Shape shape, Operations.Way<Observation> way) {
    this.comm = comm;
    this.shape = shape;
    this.way = way;
  }

  Comm comm() {
    return comm;
  }

  Shape shape() {
    return shape;
  }

  void allGather(Cells send, Cells recv, int count) throws Exception {
    way.make(
        next(NEIGHBOR_ALL_GATHER, send, new int[shape.blocks()])
            .blocks(shape.blocks(), count)
            .send(send, count)
            .receive(recv, count));
  }

  void allGatherv(Cells send, Cells recv, int[] counts, int[] displs) throws Exception {
    way.make(
        next(NEIGHBOR_ALL_GATHERV, send, new int[shape.blocks()])
            .blocks(shape.blocks(), 0)
            .send(send, send.count())
            .receive(recv, counts, displs));
  }

  void allToAll(Cells send, Cells recv, int count) throws Exception {
    way.make(
        next(NEIGHBOR_ALL_TO_ALL, send, shape.sourceBlocks())
            .blocks(shape.blocks(), count)
            .send(send, count)
            .receive(recv, count));
  }

  void allToAllv(
      Cells send, int[] sendCounts, int[] sendDispls, Cells recv, int[] counts, int[] displs)
      throws Exception {
    way.make(
        next(NEIGHBOR_ALL_TO_ALLV, send, shape.sourceBlocks())
            .send(send, sendCounts, sendDispls)
            .receive(recv, counts, displs));
  }

  private Operation next(Collective kind, Cells send, int... sourceBlocks) {
    Observation seen = comm.call("neighbors");
    seen.sources = shape.sources(comm);
    seen.sourceBlocks = sourceBlocks;
    return new Operation(comm.mpi(), comm.handle(), kind, seen).input(send.values());
  }
}
