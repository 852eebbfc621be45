package org.legio.samples;

import java.nio.ByteBuffer;
import java.util.Locale;
import mpi.Datatype;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Measures the cost of calls on files: the slowest rank's time in the best round, in milliseconds.
 *
 * <p>Usage: {@code FileCost FILE [mebibytes] [rounds]}. Each rank writes so many MiB: in one block,
 * in pieces of 4 KiB and of 256 bytes, and in small ordered pieces. Then it opens and closes files.
 */
public final class FileCost {
  private static final int MIB = 1 << 20;
  private static final double NS_PER_MS = 1e6;

  private final String name;
  private final int bytes;
  private final int rounds;
  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank = world.getRank();
  private final int size = world.getSize();

  private FileCost(String[] args) throws MPIException {
    name = args[0];
    bytes = (args.length > 1 ? Integer.parseInt(args[1]) : 8) * MIB;
    rounds = args.length > 2 ? Integer.parseInt(args[2]) : 10;
  }

  /** Measures. */
  public static void main(String[] args) throws MPIException {
    new FileCost(MPI.Init(args)).measure();
    MPI.Finalize();
  }

  private interface Part {
    void run(File file) throws MPIException;
  }

  private void measure() throws MPIException {
    ByteBuffer data = MPI.newByteBuffer(bytes);
    int mode = MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE;
    File file = new File(world, name, mode);
    file.setSize((long) bytes * size);
    print(
        "writeAtAll, one block",
        file,
        f -> f.writeAtAll((long) rank * bytes, data, bytes, MPI.BYTE));
    for (int piece : new int[] {4096, 256}) {
      view(file, piece);
      print("writeAtAll, turns of " + piece, file, f -> f.writeAtAll(0, data, bytes, MPI.BYTE));
    }
    file.setView(0, MPI.BYTE, MPI.BYTE, "native");
    print("writeOrdered, 8 bytes", file, f -> f.writeOrdered(data, 8, MPI.BYTE));
    print("writeShared, 8 bytes", file, f -> f.writeShared(data, 8, MPI.BYTE));
    print("setView", file, f -> f.setView(0, MPI.BYTE, MPI.BYTE, "native"));
    print("open and close", file, f -> new File(world, name + "2", mode).close());
    file.close();
  }

  private void view(File file, int piece) throws MPIException {
    Datatype block = Datatype.createContiguous(piece, MPI.BYTE);
    Datatype turn = Datatype.createResized(block, 0, piece * size);
    turn.commit();
    file.setView((long) piece * rank, MPI.BYTE, turn, "native");
    turn.free();
    block.free();
  }

  private void print(String what, File file, Part part) throws MPIException {
    double best = Double.POSITIVE_INFINITY;
    for (int round = 0; round < rounds; round++) {
      world.barrier();
      long begin = System.nanoTime();
      part.run(file);
      double[] ms = {(System.nanoTime() - begin) / NS_PER_MS};
      world.allReduce(ms, 1, MPI.DOUBLE, MPI.MAX);
      best = Math.min(best, ms[0]);
    }
    if (rank == 0) {
      System.out.println(String.format(Locale.ROOT, "%-26s %10.3f ms", what, best));
    }
  }
}
