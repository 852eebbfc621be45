package org.legio.programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Accesses files by the pointer that all ranks share, in turns and in the order of ranks. */
final class ZooFileShared {
  private static final int TURN = 77;

  private final Intracomm comm;
  private final String prefix;
  private final Plaque plaque;
  private final int rank;
  private final int size;

  ZooFileShared(Intracomm comm, String prefix, Plaque plaque) throws MPIException {
    this.comm = comm;
    this.prefix = prefix;
    this.plaque = plaque;
    rank = comm.getRank();
    size = comm.getSize();
  }

  void show() throws MPIException {
    File file = new File(comm, prefix + ".shared", MPI.MODE_CREATE | MPI.MODE_RDWR);
    showTurns(file);
    file.setView(8, MPI.INT, MPI.INT, "native");
    inTurn("position after setView", file::getPositionShared);
    showTurns(file);
    showOrdered(file);
    showSeeks(file);
    showPairs(file);
    file.close();
  }

  /** Makes a call at one rank after the other. */
  private void inTurn(String call, Plaque.Exhibit exhibit) throws MPIException {
    if (rank > 0) {
      comm.recv(new int[1], 1, MPI.INT, rank - 1, TURN);
    }
    plaque.tell(call, exhibit);
    if (rank + 1 < size) {
      comm.send(new int[1], 1, MPI.INT, rank + 1, TURN);
    }
    comm.barrier();
  }

  private int[] values(int base) {
    int[] values = new int[rank + 2];
    Arrays.setAll(values, i -> 1000 * rank + base + i);
    return values;
  }

  private static String seen(Status status, Object buffer) throws MPIException {
    return status.getCount(MPI.INT) + " " + Arrays.toString(Storage.read(buffer));
  }

  private void showTurns(File file) throws MPIException {
    int count = rank + 2;
    for (Storage storage : Storage.values()) {
      inTurn(
          "writeShared",
          () -> {
            Object data = storage.of(values(10));
            return seen(file.writeShared(data, count, MPI.INT), data)
                + " at "
                + file.getPositionShared();
          });
    }
    inTurn(
        "iWriteShared",
        () -> {
          IntBuffer data = (IntBuffer) Storage.DIRECT.of(values(20));
          return seen(file.iWriteShared(data, count, MPI.INT).waitStatus(), data);
        });
    seekShared(file, 0, MPI.SEEK_SET);
    inTurn("position", file::getPositionShared);
    for (Storage storage : Storage.values()) {
      inTurn(
          "readShared",
          () -> {
            Object data = storage.blank(count);
            return seen(file.readShared(data, count, MPI.INT), data)
                + " at "
                + file.getPositionShared();
          });
    }
    inTurn(
        "iReadShared",
        () -> {
          IntBuffer data = (IntBuffer) Storage.DIRECT.blank(count);
          return seen(file.iReadShared(data, count, MPI.INT).waitStatus(), data);
        });
    inTurn(
        "readShared over the end",
        () -> {
          int[] data = new int[count];
          return seen(file.readShared(data, count, MPI.INT), data)
              + " at "
              + file.getPositionShared();
        });
  }

  private void seekShared(File file, long offset, int whence) throws MPIException {
    comm.barrier();
    plaque.tell(
        "seekShared " + offset + " " + whence,
        () -> {
          file.seekShared(offset, whence);
          return "sought";
        });
    comm.barrier();
    plaque.tell("getPositionShared", file::getPositionShared);
    comm.barrier();
  }

  private void showOrdered(File file) throws MPIException {
    int count = rank + 2;
    seekShared(file, 3, MPI.SEEK_SET);
    for (Storage storage : Storage.values()) {
      plaque.tell(
          "writeOrdered",
          () -> {
            Object data = storage.of(values(30));
            return seen(file.writeOrdered(data, count, MPI.INT), data);
          });
    }
    comm.barrier();
    plaque.tell("position", file::getPositionShared);
    plaque.tell(
        "writeOrderedBegin",
        () -> {
          IntBuffer data = (IntBuffer) Storage.DIRECT.of(values(40));
          file.writeOrderedBegin(data, count, MPI.INT);
          return seen(file.writeOrderedEnd(data), data);
        });
    seekShared(file, 3, MPI.SEEK_SET);
    for (Storage storage : Storage.values()) {
      plaque.tell(
          "readOrdered",
          () -> {
            Object data = storage.blank(count);
            return seen(file.readOrdered(data, count, MPI.INT), data);
          });
    }
    plaque.tell(
        "readOrderedBegin",
        () -> {
          IntBuffer data = (IntBuffer) Storage.DIRECT.blank(count);
          file.readOrderedBegin(data, count, MPI.INT);
          return seen(file.readOrderedEnd(data), data);
        });
    plaque.tell(
        "writeOrdered of rank 0 only",
        () -> {
          int[] data = {4711};
          return seen(file.writeOrdered(data, rank == 0 ? 1 : 0, MPI.INT), data);
        });
    comm.barrier();
    plaque.tell("position", file::getPositionShared);
  }

  private void showSeeks(File file) throws MPIException {
    seekShared(file, 5, MPI.SEEK_SET);
    seekShared(file, 4, MPI.SEEK_CUR);
    seekShared(file, -2, MPI.SEEK_CUR);
    seekShared(file, 0, MPI.SEEK_END);
    seekShared(file, -3, MPI.SEEK_END);
    seekShared(file, 2, MPI.SEEK_SET);
  }

  /** Uses a view with an elementary type of two ints and a file type with a gap. */
  private void showPairs(File file) throws MPIException {
    Datatype pair = Datatype.createContiguous(2, MPI.INT);
    pair.commit();
    Datatype gap = Datatype.createResized(pair, 0, 12);
    gap.commit();
    comm.barrier();
    file.setSize(0);
    file.setSize(1000L); // Open MPI 5.0.7 fills gaps behind the end with random bytes
    comm.barrier();
    file.setView(4, pair, gap, "native");
    inTurn(
        "pairs writeShared",
        () -> {
          int[] data = {rank, 1, rank, 2};
          return seen(file.writeShared(data, 2, pair), data) + " at " + file.getPositionShared();
        });
    plaque.tell(
        "pairs writeOrdered",
        () -> {
          int[] data = {rank, 3, rank, 4};
          return seen(file.writeOrdered(data, 4, MPI.INT), data);
        });
    seekShared(file, 0, MPI.SEEK_SET);
    plaque.tell(
        "pairs readOrdered",
        () -> {
          int[] data = new int[4];
          return seen(file.readOrdered(data, 4, MPI.INT), data);
        });
    seekShared(file, 0, MPI.SEEK_END);
    gap.free();
    pair.free();
  }
}
