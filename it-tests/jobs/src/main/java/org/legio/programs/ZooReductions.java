package org.legio.programs;

import java.util.Arrays;
import java.util.Locale;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;

/**
 * Makes the calls that combine data, with operations of the library and of the program, also in
 * place.
 */
final class ZooReductions {
  private static final int COUNT = 3;

  private final Intracomm comm;
  private final Plaque plaque;
  private final Storage storage;
  private final String kind;
  private final int rank;
  private final int size;
  private final int[] parts;
  private final int total;

  ZooReductions(Intracomm comm, Plaque plaque, Storage storage) throws MPIException {
    this.comm = comm;
    this.plaque = plaque;
    this.storage = storage;
    kind = storage.name().toLowerCase(Locale.ROOT);
    rank = comm.getRank();
    size = comm.getSize();
    parts = new int[size];
    Arrays.setAll(parts, r -> r % 2 + 1);
    total = Arrays.stream(parts).sum();
  }

  void show() throws MPIException {
    showWith("sum", reduction -> reduction.run(MPI.SUM));
    showWith("max", reduction -> reduction.run(MPI.MAX));
    showWith("bxor", reduction -> reduction.run(MPI.BXOR));
    showWith("user", reduction -> runAndFree(reduction, new Op(new LargerOf(), true)));
    showWith("user in order", reduction -> runAndFree(reduction, new Op(new Affine(), false)));
  }

  /**
   * Runs a reduction by an operation of the program, and frees the operation. A new one is made for
   * each call, because the native half of Open MPI 5.0.7 keeps a reference to the object that is
   * valid only during the call of its first use.
   */
  private static void runAndFree(Reduction reduction, Op op) throws MPIException {
    reduction.run(op);
    op.free();
  }

  private void showWith(String name, Operator operator) throws MPIException {
    String suffix = " " + name + " " + kind;
    for (int root : new int[] {0, size - 1}) {
      showReduce(suffix, operator, root);
    }
    showAllReduce(suffix, operator);
    showReduceScatter(suffix, operator);
    showScans(suffix, operator);
  }

  private void show(String call, Object buffer, Operator operator, Reduction reduction)
      throws MPIException {
    showFirst(Storage.read(buffer).length, call, buffer, operator, reduction);
  }

  /** Shows the first items only: in place, some calls leave the rest undefined. */
  private void showFirst(
      int length, String call, Object buffer, Operator operator, Reduction reduction)
      throws MPIException {
    plaque.show(
        call,
        () -> {
          operator.apply(reduction);
          return Arrays.copyOf(Storage.read(buffer), length);
        });
  }

  private Object own(int length) {
    int[] values = new int[length];
    Arrays.setAll(values, i -> ((rank * 37 + i * 11) % 23 + 1) * 0x10203);
    return storage.of(values);
  }

  private void showReduce(String suffix, Operator operator, int root) throws MPIException {
    Object out = own(COUNT);
    Object in = storage.blank(COUNT);
    show(
        "reduce to " + root + suffix,
        in,
        operator,
        op -> comm.reduce(out, in, COUNT, MPI.INT, op, root));
    if (rank == root) {
      Object inPlace = own(COUNT);
      show(
          "reduce in place to " + root + suffix,
          inPlace,
          operator,
          op -> comm.reduce(inPlace, COUNT, MPI.INT, op, root));
    } else {
      show(
          "reduce to the root " + root + suffix,
          out,
          operator,
          op -> comm.reduce(out, COUNT, MPI.INT, op, root));
    }
  }

  private void showAllReduce(String suffix, Operator operator) throws MPIException {
    Object out = own(COUNT);
    Object in = storage.blank(COUNT);
    show("allReduce" + suffix, in, operator, op -> comm.allReduce(out, in, COUNT, MPI.INT, op));
    Object inPlace = own(COUNT);
    show(
        "allReduce in place" + suffix,
        inPlace,
        operator,
        op -> comm.allReduce(inPlace, COUNT, MPI.INT, op));
  }

  private void showReduceScatter(String suffix, Operator operator) throws MPIException {
    Object out = own(total);
    Object in = storage.blank(parts[rank]);
    show(
        "reduceScatter" + suffix,
        in,
        operator,
        op -> comm.reduceScatter(out, in, parts, MPI.INT, op));
    Object inPlace = own(total);
    showFirst(
        parts[rank],
        "reduceScatter in place" + suffix,
        inPlace,
        operator,
        op -> comm.reduceScatter(inPlace, parts, MPI.INT, op));
    Object all = own(COUNT * size);
    Object block = storage.blank(COUNT);
    show(
        "reduceScatterBlock" + suffix,
        block,
        operator,
        op -> comm.reduceScatterBlock(all, block, COUNT, MPI.INT, op));
    showFirst(
        COUNT,
        "reduceScatterBlock in place" + suffix,
        all,
        operator,
        op -> comm.reduceScatterBlock(all, COUNT, MPI.INT, op));
  }

  private void showScans(String suffix, Operator operator) throws MPIException {
    Object out = own(COUNT);
    Object in = storage.blank(COUNT);
    show("scan" + suffix, in, operator, op -> comm.scan(out, in, COUNT, MPI.INT, op));
    Object inPlace = own(COUNT);
    show("scan in place" + suffix, inPlace, operator, op -> comm.scan(inPlace, COUNT, MPI.INT, op));
    Object before = storage.blank(COUNT);
    Object defined =
        comm.getRank() == 0 ? out : before; // MPI does not define the first rank's result
    show("exScan" + suffix, defined, operator, op -> comm.exScan(out, before, COUNT, MPI.INT, op));
    Object alsoBefore = own(COUNT);
    show(
        "exScan in place" + suffix,
        alsoBefore,
        operator,
        op -> comm.exScan(alsoBefore, COUNT, MPI.INT, op));
  }

  /** The larger of two ints, element by element: commutative. */
  private static final class LargerOf extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      int[] left = (int[]) in;
      int[] right = (int[]) inOut;
      for (int i = 0; i < count; i++) {
        right[i] = Math.max(left[i], right[i]);
      }
    }
  }

  /**
   * Composes the maps x -> (high half) * x + (low half) mod 2^16 that two ints stand for:
   * associative but not commutative, so the order of ranks shows.
   */
  private static final class Affine extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      int[] first = (int[]) in;
      int[] second = (int[]) inOut;
      for (int i = 0; i < count; i++) {
        second[i] = compose(first[i], second[i]);
      }
    }

    private static int compose(int first, int second) {
      int factor = (first >>> 16 | 1) * (second >>> 16 | 1) & 0xffff;
      int offset = (second >>> 16 | 1) * (first & 0xffff) + (second & 0xffff) & 0xffff;
      return factor << 16 | offset;
    }
  }

  /** A way to combine with an operation. */
  private interface Operator {
    void apply(Reduction reduction) throws MPIException;
  }

  /** A call that combines into a buffer. */
  private interface Reduction {
    void run(Op op) throws MPIException;
  }
}
