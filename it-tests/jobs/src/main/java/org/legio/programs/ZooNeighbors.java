package org.legio.programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Locale;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Makes the calls that exchange data between the neighbors of a topology. */
final class ZooNeighbors {
  private static final int COUNT = 3;

  private final Intracomm comm;
  private final Plaque plaque;
  private final Storage storage;
  private final String kind;
  private final int rank;
  private final int in;
  private final int out;
  private final boolean isDefined;

  /**
   * Opens this part of the zoo.
   *
   * @param in the number of neighbors that send to this rank
   * @param out the number of neighbors to which it sends
   * @param everybody whether each place has a neighbor; otherwise the binding leaves blocks of
   *     arrays undefined
   */
  ZooNeighbors(Intracomm comm, Plaque plaque, Storage storage, int in, int out, boolean everybody)
      throws MPIException {
    this.comm = comm;
    this.plaque = plaque;
    this.storage = storage;
    this.kind = " " + storage.name().toLowerCase(Locale.ROOT);
    this.rank = comm.getRank();
    this.in = in;
    this.out = out;
    this.isDefined = everybody || storage == Storage.DIRECT;
  }

  void show(String name) throws MPIException {
    showGathers(name);
    showAllToAlls(name);
    if (storage == Storage.DIRECT) { // the binding copies too little of arrays for such a type
      showColumns(name);
    }
  }

  /** The calls that return at once, which take direct buffers only. */
  void showNonBlocking(String name) throws MPIException {
    IntBuffer one = (IntBuffer) Storage.DIRECT.of(new int[] {rank, -rank, 7});
    int[] blocks =
        new int
            [COUNT * out]; // equal, because Open MPI mixes the blocks of a neighbor that is there
    // twice
    Arrays.setAll(blocks, i -> 1000 * (rank + 1) + i % COUNT);
    IntBuffer each = (IntBuffer) Storage.DIRECT.of(blocks);
    show(
        name + " iNeighborAllGather",
        in -> comm.iNeighborAllGather(one, COUNT, MPI.INT, in, COUNT, MPI.INT));
    show(
        name + " iNeighborAllToAll",
        in -> comm.iNeighborAllToAll(each, COUNT, MPI.INT, in, COUNT, MPI.INT));
    int[] places = new int[Math.max(in, out)];
    Arrays.setAll(places, i -> COUNT * i);
    show(
        name + " iNeighborAllGatherv",
        in ->
            comm.iNeighborAllGatherv(
                one, COUNT, MPI.INT, in, same(this.in, COUNT), places, MPI.INT));
    show(
        name + " iNeighborAllToAllv",
        in ->
            comm.iNeighborAllToAllv(
                each,
                same(out, COUNT),
                places,
                MPI.INT,
                in,
                same(this.in, COUNT),
                places,
                MPI.INT));
  }

  private void show(String call, Start start) throws MPIException {
    IntBuffer into = (IntBuffer) Storage.DIRECT.blank(COUNT * in);
    show(call, into, () -> start.into(into).waitFor());
  }

  private Object own(int length) {
    int[] values = new int[length];
    Arrays.setAll(values, i -> 1000 * (rank + 1) + i);
    return storage.of(values);
  }

  private void show(String call, Object buffer, Transfer transfer) throws MPIException {
    plaque.show(
        call + kind,
        () -> {
          transfer.run();
          return isDefined ? Arrays.toString(Storage.read(buffer)) : "done";
        });
  }

  private void showGathers(String name) throws MPIException {
    Object one = own(COUNT);
    Object all = storage.blank(COUNT * in + 1);
    show(
        name + " neighborAllGather",
        all,
        () -> comm.neighborAllGather(one, COUNT, MPI.INT, all, COUNT, MPI.INT));
    Object apart = storage.blank((COUNT + 1) * in + 1);
    show(
        name + " neighborAllGatherv",
        apart,
        () ->
            comm.neighborAllGatherv(
                one, COUNT, MPI.INT, apart, same(in, COUNT), backwards(in), MPI.INT));
  }

  private void showAllToAlls(String name) throws MPIException {
    Object given = own(COUNT * out);
    Object all = storage.blank(COUNT * in + 1);
    show(
        name + " neighborAllToAll",
        all,
        () -> comm.neighborAllToAll(given, COUNT, MPI.INT, all, COUNT, MPI.INT));
    Object more = own((COUNT + 1) * out + 1);
    Object apart = storage.blank((COUNT + 1) * in + 1);
    show(
        name + " neighborAllToAllv",
        apart,
        () ->
            comm.neighborAllToAllv(
                more,
                same(out, COUNT),
                backwards(out),
                MPI.INT,
                apart,
                same(in, COUNT),
                backwards(in),
                MPI.INT));
  }

  /** Receives each neighbor's numbers as a column. */
  private void showColumns(String name) throws MPIException {
    if (in > 0) {
      Datatype column = Datatype.createVector(COUNT, 1, in, MPI.INT);
      Datatype narrow = Datatype.createResized(column, 0, Integer.BYTES);
      narrow.commit();
      Object one = own(COUNT);
      Object matrix = storage.blank(COUNT * in);
      show(
          name + " columns",
          matrix,
          () -> comm.neighborAllGather(one, COUNT, MPI.INT, matrix, 1, narrow));
      narrow.free();
      column.free();
    } else {
      // the other ranks have neighbors, so this rank has to take part; its type does not matter
      comm.neighborAllGather(own(COUNT), COUNT, MPI.INT, storage.blank(1), 1, MPI.INT);
    }
  }

  private static int[] same(int length, int value) {
    int[] values = new int[length];
    Arrays.fill(values, value);
    return values;
  }

  /** Places for blocks, the first neighbor's last, with an item of space between them. */
  private static int[] backwards(int blocks) {
    int[] places = new int[blocks];
    Arrays.setAll(places, i -> (COUNT + 1) * (blocks - 1 - i) + 1);
    return places;
  }

  /** A call that starts to fill a buffer. */
  private interface Start {
    Request into(IntBuffer buffer) throws MPIException;
  }

  /** A call that fills a buffer. */
  private interface Transfer {
    void run() throws MPIException;
  }
}
