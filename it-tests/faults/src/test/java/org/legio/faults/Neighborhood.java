package org.legio.faults;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.topology.CartTopologies;
import org.legio.core.topology.GraphTopologies;
import org.legio.ulfm.ports.MpiConstants;

/**
 * The topologies of a test program, all of which are rings. Each call that makes one writes down
 * its input and its output; see {@link Exchanges} for the exchanges.
 */
final class Neighborhood {

  /** Who is next to whom, as the standard has it. */
  enum Shape {
    /** A grid of one dimension: below and above. */
    CART(2, true),
    /** Likewise, open at its ends. */
    OPEN_CART(2, false),
    /** From below, to above. */
    DIRECTED(1, true),
    /** Likewise, each edge being named by its origin alone. */
    NAMED(1, true),
    /** Below and above, as an undirected graph. */
    GRAPH(2, true);

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

  private final Comm comm;
  private final Mpi mpi;

  Neighborhood(Comm comm) {
    this.comm = comm;
    this.mpi = comm.mpi();
  }

  Comm create(Shape shape) throws Exception {
    return switch (shape) {
      case CART -> createCart(true);
      case OPEN_CART -> createCart(false);
      case DIRECTED -> createDistGraphAdjacent(shape);
      case NAMED -> createDistGraph();
      case GRAPH -> createGraph();
    };
  }

  private Comm createCart(boolean periodic) throws Exception {
    int[] dims = {comm.size()};
    return comm.made(
        comm.call("createCart"),
        "",
        () ->
            mpi.cartTopologies()
                .createCart(comm.communicator(), dims, new boolean[] {periodic}, false));
  }

  private Comm createDistGraphAdjacent(Shape shape) throws Exception {
    int[] below = shape.sources(comm);
    int[] above = {(comm.rank() + 1) % comm.size()};
    return comm.made(
        comm.call("createDistGraphAdjacent"),
        "",
        () ->
            mpi.graphTopologies()
                .createDistGraphAdjacent(
                    comm.communicator(), below, null, above, null, comm.noInfo(), false, false));
  }

  private Comm createDistGraph() throws Exception {
    int[] self = {comm.rank()};
    int[] above = {(comm.rank() + 1) % comm.size()};
    int[] one = {1};
    return comm.made(
        comm.call("createDistGraph"),
        "",
        () ->
            mpi.graphTopologies()
                .createDistGraph(
                    comm.communicator(), self, one, above, null, comm.noInfo(), false, false));
  }

  private Comm createGraph() throws Exception {
    return comm.made(
        comm.call("createGraph"),
        "",
        () -> mpi.graphTopologies().createGraph(comm.communicator(), index(), edges(), false));
  }

  /** Of a ring, as a graph is described. */
  private int[] index() {
    return IntStream.range(0, comm.size()).map(rank -> 2 * (rank + 1)).toArray();
  }

  private int[] edges() {
    return IntStream.range(0, 2 * comm.size())
        .map(edge -> Math.floorMod(edge / 2 + (edge % 2 == 0 ? -1 : 1), comm.size()))
        .toArray();
  }

  /** A grid of two rows, of as many ranks as it takes; null at one that is too many. */
  @Nullable Comm createGrid() throws Exception {
    int columns = comm.size() / 2;
    Observation o = comm.call("createGrid");
    boolean isInside = comm.rank() < 2 * columns;
    o.input = isInside ? Rules.described(comm.rank(), part(0, 2 * columns)) : new long[0];
    return comm.made(
        o,
        "",
        () ->
            mpi.cartTopologies()
                .createCart(
                    comm.communicator(),
                    new int[] {2, columns},
                    new boolean[] {false, true},
                    false));
  }

  /** This rank's row of a grid, a ring. */
  Comm row() throws Exception {
    int columns = comm.size() / 2;
    int first = comm.rank() / columns * columns;
    Observation o = comm.call("cartSub");
    o.input = Rules.described(comm.rank() % columns, part(first, columns));
    return comm.made(
        o,
        "/" + first,
        () -> mpi.cartTopologies().sub(comm.communicator(), new boolean[] {false, true}));
  }

  private int[] part(int first, int count) {
    return Arrays.copyOfRange(comm.members(), first, first + count);
  }

  // ------------------------------------------------------------------ questions

  /** The answers about a ring are the same whoever is dead. */
  void askCart() throws Exception {
    int size = comm.size();
    int rank = comm.rank();
    CartTopologies grids = mpi.cartTopologies();
    Communicator ring = comm.communicator();
    expect(mpi.fabric().numbers(grids.getTopo(ring)), size, rank);
    expect(mpi.fabric().numbers(grids.shift(ring, 0, 1)), below(), above());
    expect(grids.getCoords(ring, above()), above());
    expect(new int[] {grids.getRank(ring, new int[] {rank + size})}, rank);
    expect(new int[] {grids.map(ring, new int[] {size}, new boolean[] {true})}, rank);
  }

  void askGraph() throws Exception {
    GraphTopologies graphs = mpi.graphTopologies();
    Communicator ring = comm.communicator();
    expect(
        mpi.fabric().numbers(graphs.getDims(ring)),
        IntStream.concat(IntStream.of(index()), IntStream.of(edges())).toArray());
    expect(graphs.getNeighbors(ring, comm.rank()), below(), above());
    expect(new int[] {graphs.map(ring, index(), edges())}, comm.rank());
  }

  void askDistGraph() throws Exception {
    expect(
        mpi.fabric().numbers(mpi.graphTopologies().getDistGraphNeighbors(comm.communicator())),
        below(),
        above());
  }

  private int below() {
    return Math.floorMod(comm.rank() - 1, comm.size());
  }

  private int above() {
    return (comm.rank() + 1) % comm.size();
  }

  private void expect(int[] found, int... expected) {
    if (!Arrays.equals(found, expected)) {
      mpi.log()
          .wrong(
              "a topology of %d says %s, not %s"
                  .formatted(comm.size(), Arrays.toString(found), Arrays.toString(expected)));
    }
  }

  /** How many items a rank sends where ranks send different ones. */
  static int sentBy(int rank) {
    return rank < 0 ? 0 : 1 + rank % 2;
  }
}
