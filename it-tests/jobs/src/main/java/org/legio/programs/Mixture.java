package org.legio.programs;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Mixes blocking and non-blocking operations on three overlapping communicators with messages and
 * new communicators, in an order that a seed gives. All ranks start the same operations in the same
 * order, and wait for them at different times.
 *
 * <p>Usage: {@code Mixture SEED STEPS}. In each reduction a rank contributes its own bit, so that
 * the result shows which ranks took part. At the end each rank prints a line for each reduction:
 * the communicator, the number of the reduction on it, and the participants as a binary number.
 */
public final class Mixture {
  private static final int TAG = 3;

  private final int rank = MPI.COMM_WORLD.getRank();
  private final int size = MPI.COMM_WORLD.getSize();
  private final Random common;
  private final Random own;
  private final Comm[] comms;
  private final String[] names;
  private final int[] counts = new int[3];
  private final List<Pending> pending = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  /** A reduction under way. */
  private record Pending(Request request, String name, IntBuffer in, IntBuffer out) {}

  private Mixture(long seed) throws MPIException {
    common = new Random(seed);
    own = new Random(seed * size + rank);
    comms = new Comm[] {MPI.COMM_WORLD, MPI.COMM_WORLD.dup(), MPI.COMM_WORLD.split(rank % 2, rank)};
    names = new String[] {"world", "copy", rank % 2 == 0 ? "even" : "odd"};
  }

  /** Runs the steps. */
  public static void main(String[] args) throws MPIException {
    String[] arguments = MPI.Init(args);
    Mixture mixture = new Mixture(Long.parseLong(arguments[0]));
    for (int step = 0; step < Integer.parseInt(arguments[1]); step++) {
      mixture.step();
    }
    while (!mixture.pending.isEmpty()) {
      mixture.complete();
    }
    MPI.Finalize();
    StringBuilder all = new StringBuilder();
    mixture.lines.forEach(line -> all.append(line).append('\n'));
    System.out.print(all);
  }

  private void step() throws MPIException {
    int which = common.nextInt(comms.length);
    switch (common.nextInt(8)) {
      case 0, 1, 2 -> start(which);
      case 3, 4 -> reduce(which);
      case 5 -> exchange();
      case 6 -> pass(common.nextInt(size));
      default -> duplicate(which);
    }
    while (!pending.isEmpty() && own.nextInt(3) == 0) {
      complete();
    }
  }

  private String nextName(int which) {
    return names[which] + " " + counts[which]++;
  }

  private void start(int which) throws MPIException {
    IntBuffer in = ownBit();
    IntBuffer out = MPI.newIntBuffer(1);
    String name = nextName(which);
    Request request = comms[which].iAllReduce(in, out, 1, MPI.INT, MPI.SUM);
    pending.add(new Pending(request, name, in, out));
  }

  private IntBuffer ownBit() {
    IntBuffer bit = MPI.newIntBuffer(1);
    bit.put(0, 1 << rank);
    return bit;
  }

  private void reduce(int which) throws MPIException {
    int[] who = {1 << rank};
    String name = nextName(which);
    comms[which].allReduce(who, 1, MPI.INT, MPI.SUM);
    note(name, who[0]);
  }

  /** Completes one of the reductions under way, not always the oldest. */
  private void complete() throws MPIException {
    Pending some = pending.remove(own.nextInt(pending.size()));
    if (own.nextBoolean()) {
      some.request.waitFor();
    } else {
      while (!some.request.test()) {
        Thread.onSpinWait();
      }
    }
    note(some.name, some.out.get(0));
  }

  private void note(String name, int who) {
    lines.add("rank " + rank + " " + name + " " + Integer.toBinaryString(who));
  }

  private void exchange() throws MPIException {
    int[] out = {rank};
    int[] in = {(rank + size - 1) % size};
    MPI.COMM_WORLD.sendRecv(
        out, 1, MPI.INT, (rank + 1) % size, TAG, in, 1, MPI.INT, (rank + size - 1) % size, TAG);
    check(in[0], (rank + size - 1) % size);
  }

  /** Sends a message from a rank to the next one, which may probe for it. */
  private void pass(int from) throws MPIException {
    int to = (from + 1) % size;
    int[] item = {from};
    if (rank == from && to != from) {
      MPI.COMM_WORLD.sSend(item, 1, MPI.INT, to, TAG);
    } else if (rank == to && to != from) {
      if (own.nextBoolean()) {
        MPI.COMM_WORLD.probe(from, TAG);
      }
      MPI.COMM_WORLD.recv(item, 1, MPI.INT, from, TAG);
      check(item[0], from);
    }
  }

  private static void check(int found, int expected) {
    if (found != expected) {
      throw new IllegalStateException("received " + found + ", not " + expected);
    }
  }

  private void duplicate(int which) throws MPIException {
    Comm duplicate = comms[which].dup();
    duplicate.barrier();
    duplicate.free();
  }
}
