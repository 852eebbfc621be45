package org.legio.faults;

import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.mine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A random, legal program that mixes blocking and non-blocking operations on three overlapping
 * communicators with messages and new communicators. All ranks start the same operations in the
 * same order, and wait for them at different times.
 */
final class Mixture {

  /** A kind of call. */
  private enum Kind {
    I_ALL_REDUCE,
    I_BCAST,
    I_BARRIER,
    I_GATHER,
    ALL_REDUCE,
    BCAST,
    BARRIER,
    RING,
    PASS,
    DUP
  }

  /**
   * One call.
   *
   * @param which the place of its communicator
   * @param choice decides on its root and on what each rank waits for after it
   */
  private record Op(Kind kind, int which, int choice) {
    @Override
    public String toString() {
      return kind + " on " + which + " by " + choice;
    }
  }

  private static final int COMMS = 3;
  private static final int ITEMS = 2;
  private static final int TAG = 3;

  private final List<Op> ops;

  private Mixture(List<Op> ops) {
    this.ops = ops;
  }

  /** The program of a seed. */
  static Mixture of(long seed, int length) {
    Random random = new Random(seed);
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
      ops.add(new Op(kind, random.nextInt(COMMS), random.nextInt(1 << 20)));
    }
    return new Mixture(ops);
  }

  /** The part of this program that is made of some of its calls. */
  Mixture only(int[] places) {
    return new Mixture(Arrays.stream(places).mapToObj(ops::get).toList());
  }

  @Override
  public String toString() {
    return ops.stream().map(Op::toString).collect(Collectors.joining("; "));
  }

  /** Runs it on one rank. */
  void run(Mpi mpi) throws Exception {
    Comm world = mpi.world();
    List<Comm> comms = List.of(world, world.dup(), world.split(mpi.rank() % 2, mpi.rank()));
    List<Pending> pending = new ArrayList<>();
    for (int round = 0; round < ops.size(); round++) {
      Op op = ops.get(round);
      run(op, comms.get(op.which), round, pending);
      Random own = new Random(op.choice * 31L + mpi.rank());
      while (!pending.isEmpty() && own.nextInt(3) == 0) {
        complete(mpi, pending.remove(own.nextInt(pending.size())), own.nextBoolean());
      }
    }
    for (Pending each : pending) {
      mpi.waitFor(each);
    }
  }

  private static void complete(Mpi mpi, Pending one, boolean waits) throws Exception {
    if (waits) {
      mpi.waitFor(one);
    } else {
      mpi.testOne(one);
    }
  }

  private static void run(Op op, Comm comm, int round, List<Pending> pending) throws Exception {
    int root = op.choice % comm.size();
    boolean isRoot = comm.rank() == root;
    Cells own = mine(comm, Form.DIRECT, ITEMS, round);
    Cells blank = blank(Form.DIRECT, ITEMS);
    switch (op.kind) {
      case I_ALL_REDUCE -> pending.add(comm.nonBlocking().allReduce(own, blank, Reduction.SUM));
      case I_BCAST -> pending.add(comm.nonBlocking().bcast(isRoot ? own : blank, root));
      case I_BARRIER -> pending.add(comm.nonBlocking().barrier());
      case I_GATHER ->
          pending.add(
              comm.nonBlocking().gather(own, blank(Form.DIRECT, ITEMS * comm.size()), ITEMS, root));
      case ALL_REDUCE -> comm.allReduce(own, blank, Reduction.SUM);
      case BCAST -> comm.bcast(isRoot ? own : blank, root);
      case BARRIER -> comm.barrier();
      case RING -> ring(comm, own, blank);
      case PASS -> pass(comm, op.choice, own, blank);
      case DUP -> {
        Comm dup = comm.dup();
        dup.barrier();
        dup.free();
      }
    }
  }

  private static void ring(Comm comm, Cells own, Cells blank) throws Exception {
    int next = (comm.rank() + 1) % comm.size();
    int previous = Math.floorMod(comm.rank() - 1, comm.size());
    comm.messages().sendRecv(own, next, blank, previous, TAG);
  }

  /** A synchronous message from a rank to the next, which may probe for it. */
  private static void pass(Comm comm, int choice, Cells own, Cells blank) throws Exception {
    int from = choice % comm.size();
    int to = (from + 1) % comm.size();
    if (from == to) {
      return;
    }
    if (comm.rank() == from) {
      comm.messages().sSend(own, to, TAG);
    } else if (comm.rank() == to && choice % 3 == 0) {
      comm.messages().recv(blank, comm.messages().probe(from, TAG), TAG);
    } else if (comm.rank() == to) {
      comm.messages().recv(blank, from, TAG);
    }
  }
}
