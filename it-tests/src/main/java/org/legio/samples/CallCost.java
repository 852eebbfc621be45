package org.legio.samples;

import java.util.Arrays;
import java.util.Locale;
import mpi.MPI;
import mpi.MPIException;

/**
 * Measures the cost of a call: {@code getRank}, and {@code send} with {@code recv} of 4 bytes
 * between two ranks.
 *
 * <p>Usage, on 2 ranks: {@code CallCost [repetitions] [calls]}. A repetition is a loop of that many
 * calls (a tenth as many messages each way). After as many repetitions to warm up, rank 0 prints
 * median and quartiles over the repetitions, in nanoseconds a call. A message is half a round trip.
 */
public final class CallCost {
  private final int repetitions;
  private final int calls;
  private final int rank = MPI.COMM_WORLD.getRank();

  private CallCost(String[] args) throws MPIException {
    repetitions = args.length > 0 ? Integer.parseInt(args[0]) : 25;
    calls = args.length > 1 ? Integer.parseInt(args[1]) : 500_000;
    if (MPI.COMM_WORLD.getSize() != 2) {
      throw new IllegalArgumentException(
          "started on " + MPI.COMM_WORLD.getSize() + " ranks, start it on 2");
    }
  }

  /** Runs the measurement. */
  public static void main(String[] args) throws MPIException {
    CallCost cost = new CallCost(MPI.Init(args));
    cost.report("getRank", cost.calls, cost::getRank);
    cost.report("send+recv", cost.calls / 10, cost::message);
    MPI.Finalize();
  }

  private void report(String name, int callsEach, Loop loop) throws MPIException {
    double[] nanos = new double[2 * repetitions];
    for (int i = 0; i < nanos.length; i++) {
      MPI.COMM_WORLD.barrier();
      long start = System.nanoTime();
      loop.run(callsEach);
      nanos[i] = (double) (System.nanoTime() - start) / callsEach;
    }
    double[] sorted = Arrays.copyOfRange(nanos, repetitions, nanos.length);
    Arrays.sort(sorted);
    if (rank == 0) {
      System.out.println(
          String.format(
              Locale.ROOT,
              "%s: median %.2f ns, quartiles %.2f %.2f ns, %d repetitions of %d calls",
              name,
              sorted[sorted.length / 2],
              sorted[sorted.length / 4],
              sorted[sorted.length * 3 / 4],
              repetitions,
              callsEach));
    }
  }

  private void getRank(int times) throws MPIException {
    int sum = 0;
    for (int i = 0; i < times; i++) {
      sum += MPI.COMM_WORLD.getRank();
    }
    if (sum != times * rank) {
      throw new IllegalStateException("ranks add up to " + sum + ", not to " + times * rank);
    }
  }

  private void message(int times) throws MPIException {
    int[] number = new int[1];
    for (int i = 0; i < times / 2; i++) {
      if (rank == 0) {
        MPI.COMM_WORLD.send(number, 1, MPI.INT, 1, 0);
        MPI.COMM_WORLD.recv(number, 1, MPI.INT, 1, 0);
      } else {
        MPI.COMM_WORLD.recv(number, 1, MPI.INT, 0, 0);
        MPI.COMM_WORLD.send(number, 1, MPI.INT, 0, 0);
      }
    }
  }

  /** A loop of so many calls. */
  private interface Loop {
    void run(int times) throws MPIException;
  }
}
