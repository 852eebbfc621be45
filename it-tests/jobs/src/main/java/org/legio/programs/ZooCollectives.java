package org.legio.programs;

import java.util.Arrays;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Makes the barrier and the calls that move data without combining it, also in place. */
final class ZooCollectives {
  private static final int COUNT = 3;

  private final Intracomm comm;
  private final Plaque plaque;
  private final Storage storage;
  private final String suffix;
  private final int rank;
  private final int size;
  private final int[] counts;
  private final int[] gaps;
  private final int total;

  ZooCollectives(Intracomm comm, Plaque plaque, Storage storage) throws MPIException {
    this.comm = comm;
    this.plaque = plaque;
    this.storage = storage;
    suffix = " " + storage.name().toLowerCase(Locale.ROOT);
    rank = comm.getRank();
    size = comm.getSize();
    counts = new int[size];
    gaps = new int[size];
    int end = 1;
    for (int r = 0; r < size; r++) {
      counts[r] = r % 3 + (r == 0 ? 1 : 0);
      gaps[r] = end;
      end += counts[r] + 1 + r % 2;
    }
    total = end;
  }

  void show() throws MPIException {
    showBarrier();
    for (int root : new int[] {0, size - 1}) {
      showBcast(root);
      showGather(root);
      showGatherv(root);
      showScatter(root);
      showScatterv(root);
    }
    showAllGather();
    showAllGatherv();
    showAllToAll();
    showAllToAllv();
  }

  private void show(String call, Object buffer, Transfer transfer) throws MPIException {
    plaque.show(
        call + suffix,
        () -> {
          transfer.run();
          return Storage.read(buffer);
        });
  }

  private int[] own(int length) {
    int[] values = new int[length];
    Arrays.setAll(values, i -> 100 * rank + i);
    return values;
  }

  private static int[] placed(int[] values, int length, int start) {
    int[] all = new int[length];
    Arrays.fill(all, -1);
    System.arraycopy(values, 0, all, start, values.length);
    return all;
  }

  private int[] everyones(int length) {
    int[] values = new int[length];
    Arrays.setAll(values, i -> 10_000 * rank + 7 * i);
    return values;
  }

  private void showBarrier() throws MPIException {
    plaque.show(
        "barrier" + suffix,
        () -> {
          comm.barrier();
          return "passed";
        });
  }

  private void showBcast(int root) throws MPIException {
    Object buffer = storage.of(own(COUNT));
    show("bcast from " + root, buffer, () -> comm.bcast(buffer, COUNT, MPI.INT, root));
    Object nothing = storage.blank(1);
    show("bcast of nothing", nothing, () -> comm.bcast(nothing, 0, MPI.INT, root));
  }

  private void showGather(int root) throws MPIException {
    Object out = storage.of(own(COUNT));
    Object in = storage.blank(COUNT * size);
    show("gather to " + root, in, () -> comm.gather(out, COUNT, MPI.INT, in, COUNT, MPI.INT, root));
    Object inPlace =
        storage.of(rank == root ? placed(own(COUNT), COUNT * size, COUNT * rank) : own(COUNT));
    show("gather in place to " + root, inPlace, () -> comm.gather(inPlace, COUNT, MPI.INT, root));
  }

  private void showGatherv(int root) throws MPIException {
    Object out = storage.of(own(counts[rank]));
    Object in = storage.blank(total);
    show(
        "gatherv to " + root,
        in,
        () -> comm.gatherv(out, counts[rank], MPI.INT, in, counts, gaps, MPI.INT, root));
    if (rank == root) {
      Object inPlace = storage.of(placed(own(counts[rank]), total, gaps[rank]));
      show(
          "gatherv in place at root " + root,
          inPlace,
          () -> comm.gatherv(inPlace, counts, gaps, MPI.INT, root));
    } else {
      show(
          "gatherv to the root " + root, out, () -> comm.gatherv(out, counts[rank], MPI.INT, root));
    }
  }

  private void showScatter(int root) throws MPIException {
    Object out = storage.of(everyones(COUNT * size));
    Object in = storage.blank(COUNT);
    show(
        "scatter from " + root,
        in,
        () -> comm.scatter(out, COUNT, MPI.INT, in, COUNT, MPI.INT, root));
    Object inPlace = rank == root ? storage.of(everyones(COUNT * size)) : storage.blank(COUNT);
    show(
        "scatter in place from " + root,
        inPlace,
        () -> comm.scatter(inPlace, COUNT, MPI.INT, root));
  }

  private void showScatterv(int root) throws MPIException {
    Object out = storage.of(everyones(total));
    Object in = storage.blank(3);
    show(
        "scatterv from " + root,
        in,
        () -> comm.scatterv(out, counts, gaps, MPI.INT, in, counts[rank], MPI.INT, root));
    if (rank == root) {
      show(
          "scatterv in place at root " + root,
          out,
          () -> comm.scatterv(out, counts, gaps, MPI.INT, root));
    } else {
      Object part = storage.blank(3);
      show(
          "scatterv from the root " + root,
          part,
          () -> comm.scatterv(part, counts[rank], MPI.INT, root));
    }
  }

  private void showAllGather() throws MPIException {
    Object out = storage.of(own(COUNT));
    Object in = storage.blank(COUNT * size);
    show("allGather", in, () -> comm.allGather(out, COUNT, MPI.INT, in, COUNT, MPI.INT));
    Object inPlace = storage.of(placed(own(COUNT), COUNT * size, COUNT * rank));
    show("allGather in place", inPlace, () -> comm.allGather(inPlace, COUNT, MPI.INT));
  }

  private void showAllGatherv() throws MPIException {
    Object out = storage.of(own(counts[rank]));
    Object in = storage.blank(total);
    show(
        "allGatherv",
        in,
        () -> comm.allGatherv(out, counts[rank], MPI.INT, in, counts, gaps, MPI.INT));
    Object inPlace = storage.of(placed(own(counts[rank]), total, gaps[rank]));
    show("allGatherv in place", inPlace, () -> comm.allGatherv(inPlace, counts, gaps, MPI.INT));
  }

  private void showAllToAll() throws MPIException {
    Object out = storage.of(everyones(COUNT * size));
    Object in = storage.blank(COUNT * size);
    show("allToAll", in, () -> comm.allToAll(out, COUNT, MPI.INT, in, COUNT, MPI.INT));
  }

  /**
   * Exchanges blocks: rank s sends (s + r) mod 3 ints to rank r, with one int of space between
   * blocks.
   */
  private void showAllToAllv() throws MPIException {
    int[] parts = new int[size];
    int[] starts = new int[size];
    Arrays.setAll(parts, other -> (rank + other) % 3);
    Arrays.setAll(starts, other -> 4 * other + 1);
    Object out = storage.of(everyones(4 * size));
    Object in = storage.blank(4 * size);
    show(
        "allToAllv",
        in,
        () -> comm.allToAllv(out, parts, starts, MPI.INT, in, parts, starts, MPI.INT));
  }

  /** A call that fills a buffer. */
  private interface Transfer {
    void run() throws MPIException;
  }
}
