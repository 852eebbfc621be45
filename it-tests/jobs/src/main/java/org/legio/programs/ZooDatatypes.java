package org.legio.programs;

import java.util.Arrays;
import mpi.Datatype;
import mpi.Int2;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Makes collectives and messages of every basic datatype, of derived datatypes and of pairs. */
final class ZooDatatypes {
  private final Intracomm comm;
  private final Plaque plaque;
  private final int rank;
  private final int size;
  private final int last;

  ZooDatatypes(Intracomm comm, Plaque plaque) throws MPIException {
    this.comm = comm;
    this.plaque = plaque;
    rank = comm.getRank();
    size = comm.getSize();
    last = size - 1;
  }

  void show() throws MPIException {
    showBasic("byte", new byte[] {(byte) rank, 1}, new byte[2 * size], MPI.BYTE);
    showBasic("char", new char[] {(char) ('a' + rank), 'z'}, new char[2 * size], MPI.CHAR);
    showBasic("short", new short[] {(short) rank, 2}, new short[2 * size], MPI.SHORT);
    showBasic("boolean", new boolean[] {rank % 2 == 0, true}, new boolean[2 * size], MPI.BOOLEAN);
    showBasic("long", new long[] {rank, 1L << 40}, new long[2 * size], MPI.LONG);
    showBasic("float", new float[] {rank, 0.5f}, new float[2 * size], MPI.FLOAT);
    showBasic("double", new double[] {rank, 0.1}, new double[2 * size], MPI.DOUBLE);
    showSums();
    showPairs();
    showDerived("contiguous", Datatype.createContiguous(3, MPI.INT));
    showDerived("vector", Datatype.createVector(2, 1, 3, MPI.INT));
    showDerived("indexed", Datatype.createIndexed(new int[] {1, 2}, new int[] {0, 3}, MPI.INT));
  }

  private void showBasic(String name, Object own, Object all, Datatype type) throws MPIException {
    plaque.show(
        "allGather " + name,
        () -> {
          comm.allGather(own, 2, type, all, 2, type);
          return text(all);
        });
    plaque.show(
        "bcast " + name,
        () -> {
          comm.bcast(own, 2, type, last);
          return text(own);
        });
  }

  private static String text(Object array) {
    String all = Arrays.deepToString(new Object[] {array});
    return all.length() < 80 ? all : Integer.toHexString(all.hashCode());
  }

  private void showSums() throws MPIException {
    double[] doubles = {rank * 0.1, rank + 0.7};
    plaque.show(
        "allReduce double",
        () -> {
          comm.allReduce(doubles, 2, MPI.DOUBLE, MPI.SUM);
          return text(doubles);
        });
    boolean[] booleans = {true, rank == 0};
    plaque.show(
        "allReduce boolean",
        () -> {
          comm.allReduce(booleans, 2, MPI.BOOLEAN, MPI.LAND);
          return text(booleans);
        });
  }

  private void showPairs() throws MPIException {
    byte[] pair = new byte[MPI.int2.getExtent()];
    Int2.Data data = MPI.int2.getData(pair);
    data.putValue((rank * 5 + 3) % 7);
    data.putIndex(rank);
    plaque.show(
        "allReduce maxloc",
        () -> {
          comm.allReduce(pair, 1, MPI.INT2, MPI.MAXLOC);
          return text(pair);
        });
  }

  private void showDerived(String name, Datatype type) throws MPIException {
    type.commit();
    int length = type.getExtent();
    int[] own = new int[length];
    Arrays.setAll(own, i -> 10 * rank + i);
    int[] all = new int[length * size];
    Arrays.fill(all, -1);
    plaque.show(
        "gather " + name,
        () -> {
          comm.gather(own, 1, type, all, 1, type, last);
          return all.clone();
        });
    int[] in = new int[length];
    plaque.show(
        "sendRecv " + name,
        () -> {
          comm.sendRecv(own, 1, type, (rank + 1) % size, 31, in, 1, type, (rank + last) % size, 31);
          return in.clone();
        });
    plaque.show(
        "bcast " + name,
        () -> {
          comm.bcast(own, 1, type, 0);
          return own.clone();
        });
    type.free();
  }
}
