package org.legio.faults;

import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.mine;
import static org.legio.faults.Data.spread;
import static org.legio.faults.Data.spreadItems;

import java.util.ArrayList;
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
    for (Shape shape : Shape.values()) {
      row("neighborAllGather", shape, Form.INTS, NeighborCases::allGather);
      row("neighborAllToAllv", shape, Form.INTS, NeighborCases::allToAllv);
      for (Form form : FORMS) {
        row("neighborAllToAll", shape, form, NeighborCases::allToAll);
      }
    }
    rows.add(new Case("neighbors/of-dup", Settings.IGNORE, 2, NeighborCases::onDup));
  }

  static List<Case> all() {
    return new NeighborCases().rows;
  }

  private void row(String name, Shape shape, Form form, Step step) {
    rows.add(
        new Case(
            name + "/" + shape + "/" + form,
            Settings.IGNORE,
            2,
            mpi -> {
              for (int round = 0; round < ROUNDS; round++) {
                Comm made = mpi.world().neighborhood().create(shape);
                step.run(made, shape, form, round);
                made.free();
              }
            }));
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
