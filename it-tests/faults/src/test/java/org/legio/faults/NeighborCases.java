package org.legio.faults;

import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.mine;
import static org.legio.faults.Data.spread;
import static org.legio.faults.Data.spreadItems;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.legio.faults.Neighborhood.Shape;

/** The table of programs on topologies: exchanges between neighbors. */
final class NeighborCases {

  /** An exchange on a topology. */
  @FunctionalInterface
  private interface Step {
    void run(Exchanges on, Form form, int round) throws Exception;
  }

  private static final Form[] FORMS = {Form.INTS, Form.DIRECT, Form.OFFSET, Form.STRIDED};
  private static final int ITEMS = 2;
  private static final int ROUNDS = 2;

  private final List<Case> rows = new ArrayList<>();

  private NeighborCases() {
    for (Shape shape : List.of(Shape.CART, Shape.OPEN_CART, Shape.DIRECTED)) {
      row("neighborAllGather", shape, Form.INTS, NeighborCases::allGather);
      row("neighborAllToAllv", shape, Form.INTS, NeighborCases::allToAllv);
      for (Form form : FORMS) {
        row("neighborAllToAll", shape, form, NeighborCases::allToAll);
      }
    }
    brief("neighborAllGatherv", Shape.CART, Form.INTS, NeighborCases::allGatherv);
    brief("neighborAllGatherv", Shape.GRAPH, Form.INTS, NeighborCases::allGatherv);
    brief("neighborAllToAll", Shape.NAMED, Form.INTS, NeighborCases::allToAll);
    brief("neighborAllToAll", Shape.GRAPH, Form.INTS, NeighborCases::allToAll);
    started();
    asking();
    rows.add(new Case("cartSub", Settings.IGNORE, 2, NeighborCases::rowsOfGrid, Extent.BRIEF));
    rows.add(new Case("neighbors/of-dup", Settings.IGNORE, 2, NeighborCases::onDup));
  }

  static List<Case> all() {
    return new NeighborCases().rows;
  }

  private void row(String name, Shape shape, Form form, Step step) {
    rows.add(of(name, shape, form, Operation::run, step));
  }

  private void brief(String name, Shape shape, Form form, Step step) {
    rows.add(of(name, shape, form, Operation::run, step).to(Extent.BRIEF));
  }

  private void started(String name, Shape shape, Form form, Step step) {
    rows.add(of(name, shape, form, Operation::startAndWait, step).to(Extent.BRIEF));
  }

  private static Case of(
      String name, Shape shape, Form form, Operations.Way<Observation> way, Step step) {
    return new Case(
        name + "/" + shape + "/" + form,
        Settings.IGNORE,
        shape == Shape.GRAPH ? 3 : 2, // of two, each would be the other's neighbor twice
        mpi -> {
          for (int round = 0; round < ROUNDS; round++) {
            Comm made = mpi.world().neighborhood().create(shape);
            step.run(new Exchanges(made, shape, way), form, round);
            made.free();
          }
        });
  }

  private void started() {
    started("iNeighborAllGather", Shape.CART, Form.DIRECT, NeighborCases::allGather);
    started("iNeighborAllGatherv", Shape.OPEN_CART, Form.DIRECT, NeighborCases::allGatherv);
    started("iNeighborAllToAll", Shape.GRAPH, Form.DIRECT_STRIDED, NeighborCases::allToAll);
    started("iNeighborAllToAllv", Shape.NAMED, Form.DIRECT, NeighborCases::evenAllToAllv);
  }

  private void asking() {
    asking(Shape.CART, Neighborhood::askCart);
    asking(Shape.GRAPH, Neighborhood::askGraph);
    asking(Shape.DIRECTED, Neighborhood::askDistGraph);
  }

  private void asking(Shape shape, Asking asking) {
    brief("topology", shape, Form.INTS, (on, form, round) -> asked(on.comm(), asking));
  }

  /** Questions about a topology. */
  @FunctionalInterface
  private interface Asking {
    void run(Neighborhood neighborhood) throws Exception;
  }

  /** Before and after deaths have come to light. */
  private static void asked(Comm comm, Asking asking) throws Exception {
    asking.run(comm.neighborhood());
    comm.barrier();
    asking.run(comm.neighborhood());
  }

  private static void rowsOfGrid(Mpi mpi) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Comm grid = mpi.world().neighborhood().createGrid();
      if (grid != null) {
        Comm row = grid.neighborhood().row();
        allToAll(row, round);
        row.free();
        grid.free();
      }
    }
  }

  private static void allGather(Exchanges on, Form form, int round) throws Exception {
    Cells blank = blank(form, ITEMS * on.shape().blocks());
    on.allGather(mine(on.comm(), form, ITEMS, round), blank, ITEMS);
  }

  private static void allGatherv(Exchanges on, Form form, int round) throws Exception {
    Comm comm = on.comm();
    int[] counts = Arrays.stream(on.shape().sources(comm)).map(Neighborhood::sentBy).toArray();
    Cells own = mine(comm, form, Neighborhood.sentBy(comm.rank()), round);
    on.allGatherv(own, blank(form, spreadItems(counts)), counts, spread(counts));
  }

  private static void allToAll(Exchanges on, Form form, int round) throws Exception {
    int items = ITEMS * on.shape().blocks();
    on.allToAll(mine(on.comm(), form, items, round), blank(form, items), ITEMS);
  }

  private static void allToAll(Comm ring, int round) throws Exception {
    allToAll(new Exchanges(ring, Shape.CART, Operation::run), Form.INTS, round);
  }

  /** What is received from one side has the length of what is sent to the other. */
  private static void allToAllv(Exchanges on, Form form, int round) throws Exception {
    int[] counts = on.shape().blocks() == 1 ? new int[] {2} : new int[] {1, 2};
    int[] received = Arrays.stream(on.shape().sourceBlocks()).map(block -> counts[block]).toArray();
    Cells own = mine(on.comm(), form, spreadItems(counts), round);
    Cells blank = blank(form, spreadItems(counts));
    on.allToAllv(own, counts, spread(counts), blank, received, spread(received));
  }

  /** Of blocks of one length, one after the other. */
  private static void evenAllToAllv(Exchanges on, Form form, int round) throws Exception {
    int[] counts = IntStream.range(0, on.shape().blocks()).map(block -> ITEMS).toArray();
    int[] places = IntStream.range(0, on.shape().blocks()).map(block -> block * ITEMS).toArray();
    Cells own = mine(on.comm(), form, ITEMS * counts.length, round);
    on.allToAllv(own, counts, places, blank(form, ITEMS * counts.length), counts, places);
  }

  /** The dead of the grid are holes of its duplicate. */
  private static void onDup(Mpi mpi) throws Exception {
    Comm grid = mpi.world().neighborhood().create(Shape.CART);
    for (int round = 0; round < ROUNDS; round++) {
      allToAll(grid, round);
      Comm dup = grid.dup();
      allToAll(dup, round);
      dup.free();
    }
  }
}
