package org.legio.samples;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Measures the cost of collectives when nobody dies.
 *
 * <p>Usage: {@code CollectivePrice [repetitions]}. Each call is made with 4 bytes and with 1 MB.
 * For bcast, reduce and allReduce that is the size of the whole buffer; for the others it is the
 * size of all blocks of a rank together, at least 4 bytes each. A repetition is several calls
 * between two barriers, timed at rank 0. Rank 0 prints the median over the repetitions, in
 * microseconds a call.
 */
public final class CollectivePrice {
  private static final int SMALL = 4;
  private static final int LARGE = 1 << 20;
  private static final int SMALL_CALLS = 40;
  private static final int LARGE_CALLS = 4;
  private static final double NANOS_IN_A_MICROSECOND = 1000;

  private final Comm world = MPI.COMM_WORLD;
  private final int repetitions;
  private final ByteBuffer from;
  private final ByteBuffer into;

  private CollectivePrice(int repetitions) throws MPIException {
    this.repetitions = repetitions;
    int most = LARGE + SMALL * world.getSize();
    this.from = MPI.newByteBuffer(most);
    this.into = MPI.newByteBuffer(most);
  }

  /** Runs the measurement. */
  public static void main(String[] args) throws MPIException {
    String[] left = MPI.Init(args);
    CollectivePrice price = new CollectivePrice(left.length > 0 ? Integer.parseInt(left[0]) : 9);
    price.measure(SMALL, SMALL_CALLS);
    price.measure(LARGE, LARGE_CALLS);
    MPI.Finalize();
  }

  private void measure(int bytes, int calls) throws MPIException {
    int block = Math.max(SMALL, bytes / world.getSize());
    report("barrier", bytes, calls, world::barrier);
    report("bcast", bytes, calls, () -> world.bcast(from, bytes, MPI.BYTE, 0));
    report("reduce", bytes, calls, () -> world.reduce(from, into, bytes, MPI.BYTE, MPI.BOR, 0));
    report("allReduce", bytes, calls, () -> world.allReduce(from, into, bytes, MPI.BYTE, MPI.BOR));
    report(
        "gather",
        bytes,
        calls,
        () -> world.gather(from, block, MPI.BYTE, into, block, MPI.BYTE, 0));
    report(
        "scatter",
        bytes,
        calls,
        () -> world.scatter(from, block, MPI.BYTE, into, block, MPI.BYTE, 0));
    report(
        "allGather",
        bytes,
        calls,
        () -> world.allGather(from, block, MPI.BYTE, into, block, MPI.BYTE));
    report(
        "allToAll",
        bytes,
        calls,
        () -> world.allToAll(from, block, MPI.BYTE, into, block, MPI.BYTE));
  }

  private void report(String name, int bytes, int calls, Call call) throws MPIException {
    time(call, calls);
    double[] micros = new double[repetitions];
    for (int i = 0; i < repetitions; i++) {
      micros[i] = time(call, calls) / NANOS_IN_A_MICROSECOND / calls;
    }
    Arrays.sort(micros);
    if (world.getRank() == 0) {
      System.out.println(
          String.format(
              Locale.ROOT, "%s %d: median %.2f us", name, bytes, micros[repetitions / 2]));
    }
  }

  private long time(Call call, int calls) throws MPIException {
    world.barrier();
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      call.make();
    }
    world.barrier();
    return System.nanoTime() - start;
  }

  /** A collective. */
  private interface Call {
    void make() throws MPIException;
  }
}
