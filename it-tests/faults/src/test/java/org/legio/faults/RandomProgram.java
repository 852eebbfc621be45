package org.legio.faults;

import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.counts;
import static org.legio.faults.Data.mine;
import static org.legio.faults.Data.spread;
import static org.legio.faults.Data.spreadItems;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A random, legal program: calls of all kinds over several communicators. All ranks make the same
 * calls in the same order, so no rank waits for a message or call that never comes.
 */
final class RandomProgram {

  /** A kind of call. */
  private enum Kind {
    BARRIER,
    BCAST,
    REDUCE,
    ALL_REDUCE,
    SCAN,
    EX_SCAN,
    REDUCE_SCATTER,
    REDUCE_SCATTER_BLOCK,
    GATHER,
    GATHERV,
    SCATTER,
    SCATTERV,
    ALL_GATHER,
    ALL_GATHERV,
    ALL_TO_ALL,
    ALL_TO_ALLV,
    RING,
    PAIR,
    REQUESTS,
    DUP,
    SPLIT,
    CREATE,
    FREE
  }

  /**
   * One call.
   *
   * @param slot the place of its communicator among those made so far, the world first
   * @param choice decides on its root, form and size
   */
  private record Op(Kind kind, int slot, int choice) {
    @Override
    public String toString() {
      return kind + " on " + slot + " by " + choice;
    }
  }

  private static final Form[] FORMS = Form.values();
  private static final Form[] NUMERIC = {
    Form.INTS, Form.LONGS, Form.DOUBLES, Form.OFFSET, Form.DIRECT, Form.DIRECT_DOUBLES
  };
  private static final Form[] DIRECT = {Form.DIRECT, Form.DIRECT_DOUBLES, Form.DIRECT_STRIDED};
  private static final Reduction[] REDUCTIONS = Reduction.values();
  private static final int TAG = 7;

  private final List<Op> ops;

  private RandomProgram(List<Op> ops) {
    this.ops = ops;
  }

  /** The program of a seed. */
  static RandomProgram of(long seed, int length) {
    Random random = new Random(seed);
    List<Op> ops = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
      ops.add(new Op(kind, random.nextInt(4), random.nextInt(1 << 20)));
    }
    return new RandomProgram(ops);
  }

  /** The part of this program that is made of some of its calls. */
  RandomProgram only(int[] places) {
    return new RandomProgram(Arrays.stream(places).mapToObj(ops::get).toList());
  }

  int length() {
    return ops.size();
  }

  @Override
  public String toString() {
    return ops.stream().map(Op::toString).collect(Collectors.joining("; "));
  }

  /** Runs it on one rank. */
  void run(Mpi mpi) throws Exception {
    List<@Nullable Comm> slots = new ArrayList<>(List.of(mpi.world()));
    for (int i = 0; i < ops.size(); i++) {
      run(ops.get(i), slots, i);
    }
  }

  private static void run(Op op, List<@Nullable Comm> slots, int round) throws Exception {
    int slot = op.slot % slots.size();
    Comm comm = slots.get(slot);
    switch (op.kind) {
      case DUP -> slots.add(comm == null ? null : comm.dup());
      case SPLIT -> slots.add(comm == null ? null : split(comm, op.choice));
      case CREATE -> slots.add(comm == null ? null : create(comm, op.choice));
      case FREE -> free(slots, slot);
      default -> {
        if (comm != null) {
          communicate(op, comm, round);
        }
      }
    }
  }

  private static @Nullable Comm split(Comm comm, int choice) throws Exception {
    int parts = 1 + choice % 3;
    int color = (comm.rank() + choice / 3) % parts;
    return comm.split(choice % 5 == 0 ? color - 1 : color, choice % 2 == 0 ? 0 : -comm.rank());
  }

  private static @Nullable Comm create(Comm comm, int choice) throws Exception {
    int first = choice % comm.size();
    int[] ranks =
        IntStream.range(0, 1 + choice / 7 % comm.size())
            .map(i -> (first + i) % comm.size())
            .toArray();
    return comm.create(ranks);
  }

  private static void free(List<@Nullable Comm> slots, int slot) throws Exception {
    Comm comm = slots.get(slot);
    if (slot > 0) {
      slots.set(slot, null);
      if (comm != null) {
        comm.free();
      }
    }
  }

  private static void communicate(Op op, Comm comm, int round) throws Exception {
    int choice = op.choice;
    int size = comm.size();
    int root = choice % size;
    boolean isRoot = comm.rank() == root;
    int items = choice / 5 % 4;
    boolean inPlace = choice / 11 % 3 == 0;
    Form form = FORMS[choice / 17 % FORMS.length];
    Form numeric = NUMERIC[choice / 17 % NUMERIC.length];
    Reduction reduction = REDUCTIONS[choice / 29 % REDUCTIONS.length];
    int[] counts = counts(size);
    switch (op.kind) {
      case BARRIER -> comm.barrier();
      case BCAST -> comm.bcast(isRoot ? mine(comm, form, items, round) : blank(form, items), root);
      case REDUCE -> {
        Cells own = mine(comm, numeric, items, round);
        boolean kept = inPlace && isRoot;
        comm.reduce(kept ? null : own, kept ? own : blank(numeric, items), reduction, root);
      }
      case ALL_REDUCE -> {
        Cells own = mine(comm, numeric, items, round);
        comm.allReduce(inPlace ? null : own, inPlace ? own : blank(numeric, items), reduction);
      }
      case SCAN -> {
        Cells own = mine(comm, numeric, items, round);
        comm.scan(inPlace ? null : own, inPlace ? own : blank(numeric, items), reduction);
      }
      case EX_SCAN -> {
        Cells own = mine(comm, numeric, items, round);
        comm.exScan(inPlace ? null : own, inPlace ? own : blank(numeric, items), reduction);
      }
      case REDUCE_SCATTER -> {
        Cells own = mine(comm, numeric, IntStream.of(counts).sum(), round);
        comm.reduceScatter(
            inPlace ? null : own, inPlace ? own : blank(numeric, 2), counts, reduction);
      }
      case REDUCE_SCATTER_BLOCK -> {
        Cells own = mine(comm, numeric, items * size, round);
        comm.reduceScatterBlock(
            inPlace ? null : own, inPlace ? own : blank(numeric, items), items, reduction);
      }
      case GATHER -> {
        Cells all = mine(comm, form, items * size, round);
        comm.gather(inPlace ? null : mine(comm, form, items, round), all, items, root);
      }
      case GATHERV ->
          comm.gatherv(
              mine(comm, form, counts[comm.rank()], round),
              isRoot ? blank(form, spreadItems(counts)) : null,
              counts,
              spread(counts),
              root);
      case SCATTER -> {
        Cells all = mine(comm, form, items * size, round);
        if (inPlace) {
          comm.scatterInPlace(all, items, root);
        } else {
          comm.scatter(isRoot ? all : null, blank(form, items), items, root);
        }
      }
      case SCATTERV ->
          comm.scatterv(
              isRoot ? mine(comm, form, spreadItems(counts), round) : null,
              counts,
              spread(counts),
              blank(form, counts[comm.rank()]),
              root);
      case ALL_GATHER -> {
        Cells all = mine(comm, form, items * size, round);
        comm.allGather(inPlace ? null : mine(comm, form, items, round + 1), all, items);
      }
      case ALL_GATHERV ->
          comm.allGatherv(
              inPlace ? null : mine(comm, form, counts[comm.rank()], round),
              mine(comm, form, spreadItems(counts), round + 1),
              counts,
              spread(counts));
      case ALL_TO_ALL -> {
        Cells all = mine(comm, form, items * size, round);
        comm.allToAll(inPlace ? null : mine(comm, form, items * size, round + 1), all, items);
      }
      case ALL_TO_ALLV -> Cases.allToAllv(comm, form, round);
      case RING -> ring(comm, form, choice, round);
      case PAIR -> pair(comm, form, choice, round);
      case REQUESTS -> requests(comm, DIRECT[choice % DIRECT.length], choice, round);
      default -> throw new IllegalStateException("no communication: " + op);
    }
  }

  private static void ring(Comm comm, Form form, int choice, int round) throws Exception {
    int by = 1 + choice % comm.size();
    int to = (comm.rank() + by) % comm.size();
    int from = Math.floorMod(comm.rank() - by, comm.size());
    if (choice % 4 == 0) {
      comm.messages().sendRecvReplace(mine(comm, form, 2, round), to, from, TAG);
    } else {
      comm.messages().sendRecv(mine(comm, form, 2, round), to, blank(form, 2), from, TAG);
    }
  }

  private static void pair(Comm comm, Form form, int choice, int round) throws Exception {
    int from = choice % comm.size();
    int to = choice / 7 % comm.size();
    if (from == to) {
      return;
    }
    if (comm.rank() == from && choice % 3 == 0) {
      comm.messages().sSend(mine(comm, form, 2, round), to, TAG);
    } else if (comm.rank() == from) {
      comm.messages().send(mine(comm, form, 2, round), to, TAG);
    } else if (comm.rank() == to && choice % 5 == 0) {
      comm.messages().recv(blank(form, 2), comm.messages().probe(from, TAG), TAG);
    } else if (comm.rank() == to) {
      comm.messages().recv(blank(form, 2), from, TAG);
    }
  }

  private static void requests(Comm comm, Form form, int choice, int round) throws Exception {
    Messages messages = comm.messages();
    int by = 1 + choice % comm.size();
    int to = (comm.rank() + by) % comm.size();
    int from = Math.floorMod(comm.rank() - by, comm.size());
    Pending received = messages.iRecv(blank(form, 2), from, TAG);
    Pending sent = messages.iSend(mine(comm, form, 2, round), to, TAG);
    switch (choice / 3 % 3) {
      case 0 -> comm.mpi().waitAll(received, sent);
      case 1 -> comm.mpi().waitAny(received, sent);
      default -> comm.mpi().waitSome(sent, received);
    }
  }
}
