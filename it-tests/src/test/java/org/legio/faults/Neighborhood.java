package org.legio.faults;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.legio.ulfm.MpiConstants;

/**
 * Topologies of a test program, rings all of them, and the exchanges between their neighbours. Each
 * writes down what went in and what came out.
 */
final class Neighborhood {

  /** Who is next to whom, as the standard has it. */
  enum Shape {
    /** A grid of one dimension: below and above. */
    CART(2, true),
    /** Likewise, open at its ends. */
    OPEN_CART(2, false),
    /** From below, to above. */
    DIRECTED(1, true);

    private final int blocks;
    private final boolean isRing;

    Shape(int blocks, boolean isRing) {
      this.blocks = blocks;
      this.isRing = isRing;
    }

    int blocks() {
      return blocks;
    }

    /** Whose the received blocks are, in their order. */
    int[] sources(Comm comm) {
      int[] both = {place(comm, -1), place(comm, 1)};
      return Arrays.copyOf(both, blocks);
    }

    /** What is sent up is the last block of the sender, and arrives from below. */
    int[] sourceBlocks() {
      return IntStream.range(0, blocks).map(i -> blocks - 1 - i).toArray();
    }

    private int place(Comm comm, int step) {
      int place = comm.rank() + step;
      boolean isInside = place >= 0 && place < comm.size();
      return isInside ? place : isRing ? Math.floorMod(place, comm.size()) : MpiConstants.PROC_NULL;
    }
  }

  private static final long NO_INFO = 0;

  private final Comm comm;
  private final Mpi mpi;
  private final long handle;

  Neighborhood(Comm comm) {
    this.comm = comm;
    this.mpi = comm.mpi();
    this.handle = comm.handle();
  }

  Comm create(Shape shape) throws Exception {
    return switch (shape) {
      case CART -> createCart(true);
      case OPEN_CART -> createCart(false);
      case DIRECTED -> createDistGraphAdjacent(shape);
    };
  }

  private Comm createCart(boolean periodic) throws Exception {
    int[] dims = {comm.size()};
    return comm.made(
        comm.call("createCart"),
        "",
        () -> mpi.cartTopologies().createCart(handle, dims, new boolean[] {periodic}, false));
  }

  private Comm createDistGraphAdjacent(Shape shape) throws Exception {
    int[] below = shape.sources(comm);
    int[] above = {(comm.rank() + 1) % comm.size()};
    return comm.made(
        comm.call("createDistGraphAdjacent"),
        "",
        () ->
            mpi.graphTopologies()
                .createDistGraphAdjacent(handle, below, null, above, null, NO_INFO, false, false));
  }

  void allGather(Shape shape, Cells send, Cells recv, int count) throws Exception {
    Observation o = exchanging(shape, send, count);
    o.sourceBlocks = new int[shape.blocks()];
    comm.observe(
        o,
        recv,
        c ->
            mpi.neighbors()
                .neighborAllGather(
                    handle,
                    send.memory(),
                    send.isDirect(),
                    send.offsetBytes(),
                    count,
                    comm.type(send),
                    comm.baseType(send),
                    recv.memory(),
                    recv.isDirect(),
                    recv.offsetBytes(),
                    count,
                    comm.type(recv),
                    comm.baseType(recv)));
  }

  void allToAll(Shape shape, Cells send, Cells recv, int count) throws Exception {
    comm.observe(
        exchanging(shape, send, count),
        recv,
        c ->
            mpi.neighbors()
                .neighborAllToAll(
                    handle,
                    send.memory(),
                    send.isDirect(),
                    send.offsetBytes(),
                    count,
                    comm.type(send),
                    comm.baseType(send),
                    recv.memory(),
                    recv.isDirect(),
                    recv.offsetBytes(),
                    count,
                    comm.type(recv),
                    comm.baseType(recv)));
  }

  /** What is received from one side has the length of what is sent to the other. */
  void allToAllv(Shape shape, Cells send, int[] counts, int[] displs, Cells recv) throws Exception {
    int[] received = Arrays.stream(shape.sourceBlocks()).map(block -> counts[block]).toArray();
    int[] places = Data.spread(received);
    Observation o = exchanging(shape, send, 0);
    o.sendDispls = displs;
    o.recvCounts = received;
    o.recvDispls = places;
    comm.observe(
        o,
        recv,
        c ->
            mpi.neighbors()
                .neighborAllToAllv(
                    handle,
                    send.memory(),
                    send.isDirect(),
                    send.offsetBytes(),
                    counts,
                    displs,
                    comm.type(send),
                    comm.baseType(send),
                    recv.memory(),
                    recv.isDirect(),
                    recv.offsetBytes(),
                    received,
                    places,
                    comm.type(recv),
                    comm.baseType(recv)));
  }

  private Observation exchanging(Shape shape, Cells send, int count) {
    Observation o = comm.call("neighbors");
    o.input = send.values();
    o.sources = shape.sources(comm);
    o.sourceBlocks = shape.sourceBlocks();
    o.recvCounts = new int[shape.blocks()];
    Arrays.fill(o.recvCounts, count);
    o.recvDispls = IntStream.range(0, shape.blocks()).map(i -> i * count).toArray();
    o.sendDispls = o.recvDispls;
    return o;
  }
}
