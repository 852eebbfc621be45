package org.legio.faults;

import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.mine;

import java.util.ArrayList;
import java.util.List;
import org.legio.core.repair.Substitute;

/**
 * The table of programs with blocks of calls. Either all calls of a block count, or it begins
 * again.
 */
final class BlockCases {

  /** What is in a block. */
  @FunctionalInterface
  private interface Step {
    void run(Comm comm, int round) throws Exception;
  }

  private static final int ITEMS = 2;
  private static final int ROUNDS = 2;

  private final List<Case> rows = new ArrayList<>();

  private BlockCases() {
    row("reductions", BlockCases::reductions);
    row("one-to-all", BlockCases::oneToAll);
    row("by-rank", BlockCases::byRank);
    row("nested", BlockCases::nested);
    rows.add(new Case("block/of-dup", Settings.IGNORE, 2, BlockCases::ofDup));
    rows.add(new Case("block/amid-requests", Settings.IGNORE, 2, BlockCases::amidRequests));
    rows.add(new Case("block/interrupted", Settings.IGNORE, 2, BlockCases::interrupted));
  }

  static List<Case> all() {
    return new BlockCases().rows;
  }

  /** A block, and after it a call of its own. */
  private void row(String name, Step step) {
    rows.add(
        new Case(
            "block/" + name,
            Settings.IGNORE,
            2,
            mpi -> {
              for (int round = 0; round < ROUNDS; round++) {
                int current = round;
                mpi.world().block(() -> step.run(mpi.world(), current));
                mpi.world().barrier();
              }
            }));
  }

  private static void reductions(Comm comm, int round) throws Exception {
    sum(comm, round);
    comm.scan(null, mine(comm, Form.INTS, ITEMS, round), Reduction.COMPOSE);
    comm.reduce(
        mine(comm, Form.INTS, ITEMS, round),
        blank(Form.INTS, ITEMS),
        Reduction.SUM,
        comm.size() - 1);
  }

  private static void oneToAll(Comm comm, int round) throws Exception {
    boolean isRoot = comm.rank() == round;
    comm.bcast(isRoot ? mine(comm, Form.INTS, ITEMS, round) : blank(Form.INTS, ITEMS), round);
    comm.barrier();
    Cells all = isRoot ? mine(comm, Form.INTS, ITEMS * comm.size(), round) : null;
    comm.scatter(all, blank(Form.INTS, ITEMS), ITEMS, round);
  }

  private static void byRank(Comm comm, int round) throws Exception {
    int items = ITEMS * comm.size();
    comm.gather(mine(comm, Form.INTS, ITEMS, round), blank(Form.INTS, items), ITEMS, round);
    comm.allGather(mine(comm, Form.STRIDED, ITEMS, round), blank(Form.STRIDED, items), ITEMS);
    comm.allToAll(null, mine(comm, Form.DIRECT, items, round), ITEMS);
  }

  /** A block within a block is a part of it. */
  private static void nested(Comm comm, int round) throws Exception {
    sum(comm, round);
    Substitute.Block inner = () -> sum(comm, round);
    comm.mpi().questions().block(comm.mpi().holder(comm.handle()), inner);
    sum(comm, round);
  }

  private static void ofDup(Mpi mpi) throws Exception {
    Comm dup = mpi.world().dup();
    for (int round = 0; round < ROUNDS; round++) {
      int current = round;
      dup.block(() -> reductions(dup, current));
      sum(mpi.world(), round);
    }
  }

  /** While an operation is under way on another communicator. */
  private static void amidRequests(Mpi mpi) throws Exception {
    Comm dup = mpi.world().dup();
    for (int round = 0; round < ROUNDS; round++) {
      int current = round;
      Pending pending =
          dup.nonBlocking()
              .allReduce(
                  mine(dup, Form.DIRECT, ITEMS, round), blank(Form.DIRECT, ITEMS), Reduction.SUM);
      mpi.world().block(() -> reductions(mpi.world(), current));
      mpi.waitFor(pending);
    }
  }

  private static void sum(Comm comm, int round) throws Exception {
    comm.allReduce(mine(comm, Form.INTS, ITEMS, round), blank(Form.INTS, ITEMS), Reduction.SUM);
  }

  /** A rank with an operation under way elsewhere may not block: it interrupts the others. */
  private static void interrupted(Mpi mpi) throws Exception {
    Comm world = mpi.world();
    Comm dup = world.dup();
    Pending early = mpi.rank() == 1 ? dup.nonBlocking().barrier() : null;
    world.block(() -> sum(world, 0));
    mpi.waitFor(early == null ? dup.nonBlocking().barrier() : early);
    dup.free();
  }
}
