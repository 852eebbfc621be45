package org.legio.faults;

import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.mine;
import static org.legio.faults.Data.spread;
import static org.legio.faults.Data.spreadItems;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.legio.faults.Neighborhood.Shape;

/** The table of programs on topologies: exchanges between neighbours. */
final class NeighborCases {

  /** An exchange on a topology. */
  @FunctionalInterface
  private interface Step {
    void run(Comm comm, Shape shape, Form form, int round) throws Exception;
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
    rows.add(of(name, shape, form, step));
  }

  private void brief(String name, Shape shape, Form form, Step step) {
    rows.add(of(name, shape, form, step).to(Extent.BRIEF));
  }

  private static Case of(String name, Shape shape, Form form, Step step) {
    return new Case(
        name + "/" + shape + "/" + form,
        Settings.IGNORE,
        shape == Shape.GRAPH ? 3 : 2, // of two, each would be the other's neighbour twice
        mpi -> {
          for (int round = 0; round < ROUNDS; round++) {
            Comm made = mpi.world().neighborhood().create(shape);
            step.run(made, shape, form, round);
            made.free();
          }
        });
  }

  private void started() {
    brief("iNeighborAllGather", Shape.CART, Form.DIRECT, NeighborCases::iAllGather);
    brief("iNeighborAllGatherv", Shape.OPEN_CART, Form.DIRECT, NeighborCases::iAllGatherv);
    brief("iNeighborAllToAll", Shape.GRAPH, Form.DIRECT_STRIDED, NeighborCases::iAllToAll);
    brief("iNeighborAllToAllv", Shape.NAMED, Form.DIRECT, NeighborCases::iAllToAllv);
  }

  private void asking() {
    brief(
        "topology",
        Shape.CART,
        Form.INTS,
        (comm, shape, form, round) -> asked(comm, Neighborhood::askCart));
    brief(
        "topology",
        Shape.GRAPH,
        Form.INTS,
        (comm, shape, form, round) -> asked(comm, Neighborhood::askGraph));
    brief(
        "topology",
        Shape.DIRECTED,
        Form.INTS,
        (comm, shape, form, round) -> asked(comm, Neighborhood::askDistGraph));
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
        allToAll(row, Shape.CART, Form.INTS, round);
        row.free();
        grid.free();
      }
    }
  }

  private static void allGatherv(Comm comm, Shape shape, Form form, int round) throws Exception {
    int[] counts = Arrays.stream(shape.sources(comm)).map(Neighborhood::sentBy).toArray();
    comm.neighborhood()
        .allGatherv(
            shape,
            mine(comm, form, Neighborhood.sentBy(comm.rank()), round),
            blank(form, spreadItems(counts)));
  }

  private static void iAllGather(Comm comm, Shape shape, Form form, int round) throws Exception {
    comm.neighborhood()
        .iAllGather(
            shape, mine(comm, form, ITEMS, round), blank(form, ITEMS * shape.blocks()), ITEMS);
  }

  private static void iAllGatherv(Comm comm, Shape shape, Form form, int round) throws Exception {
    int[] counts = Arrays.stream(shape.sources(comm)).map(Neighborhood::sentBy).toArray();
    comm.neighborhood()
        .iAllGatherv(
            shape,
            mine(comm, form, Neighborhood.sentBy(comm.rank()), round),
            blank(form, spreadItems(counts)));
  }

  private static void iAllToAll(Comm comm, Shape shape, Form form, int round) throws Exception {
    int items = ITEMS * shape.blocks();
    comm.neighborhood().iAllToAll(shape, mine(comm, form, items, round), blank(form, items), ITEMS);
  }

  private static void iAllToAllv(Comm comm, Shape shape, Form form, int round) throws Exception {
    int items = ITEMS * shape.blocks();
    comm.neighborhood()
        .iAllToAllv(shape, mine(comm, form, items, round), blank(form, items), ITEMS);
  }

  private static void allGather(Comm comm, Shape shape, Form form, int round) throws Exception {
    comm.neighborhood()
        .allGather(
            shape, mine(comm, form, ITEMS, round), blank(form, ITEMS * shape.blocks()), ITEMS);
  }

  private static void allToAll(Comm comm, Shape shape, Form form, int round) throws Exception {
    int items = ITEMS * shape.blocks();
    comm.neighborhood().allToAll(shape, mine(comm, form, items, round), blank(form, items), ITEMS);
  }

  private static void allToAllv(Comm comm, Shape shape, Form form, int round) throws Exception {
    int[] counts = shape.blocks() == 1 ? new int[] {2} : new int[] {1, 2};
    comm.neighborhood()
        .allToAllv(
            shape,
            mine(comm, form, spreadItems(counts), round),
            counts,
            spread(counts),
            blank(form, spreadItems(counts)));
  }

  /** The dead of the grid are holes of its duplicate. */
  private static void onDup(Mpi mpi) throws Exception {
    Comm grid = mpi.world().neighborhood().create(Shape.CART);
    for (int round = 0; round < ROUNDS; round++) {
      allToAll(grid, Shape.CART, Form.INTS, round);
      Comm dup = grid.dup();
      allToAll(dup, Shape.CART, Form.INTS, round);
      dup.free();
    }
  }
}
