package org.legio.bench.programs;

import java.time.Duration;
import mpi.MPI;
import mpi.MPIException;

/**
 * Measures what a job costs until its first collective: the time from the launcher's start of it to
 * the end of the collective at the slowest rank, and the processor time of all ranks together and
 * of the process that has started them. The machine's noise can only be measured afterwards.
 */
public final class FirstCollective {
  private static final int SPIN = 20;
  private static final double NS_PER_MS = 1e6;

  private FirstCollective() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    MPI.COMM_WORLD.barrier();
    long now = System.currentTimeMillis();
    double spent = processorMs(ProcessHandle.current());
    double[] latest = {now - Long.getLong(Results.BEGAN, now)};
    double[] all = {spent};
    MPI.COMM_WORLD.allReduce(latest, 1, MPI.DOUBLE, MPI.MAX);
    MPI.COMM_WORLD.allReduce(all, 1, MPI.DOUBLE, MPI.SUM);
    double noise = Noise.ofAll().beside(SPIN);
    if (MPI.COMM_WORLD.getRank() == 0) {
      double starter = ProcessHandle.current().parent().map(p -> processorMs(p)).orElse(0.0);
      Results.tell("start to first collective", 0, latest[0], "ms", noise);
      Results.tell("processor time to first collective", 0, all[0] + starter, "ms", noise);
    }
    MPI.Finalize();
  }

  private static double processorMs(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / NS_PER_MS;
  }
}
