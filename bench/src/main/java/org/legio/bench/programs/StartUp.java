package org.legio.bench.programs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;
import mpi.MPIException;

/**
 * Measures the cost of the start: the time from the JVM's start to {@code main}, the time of {@code
 * MPI.Init}, and the resident memory of the process after {@value #CALLS} collectives. Each value
 * is that of the worst rank. The machine's noise can only be measured afterwards.
 */
public final class StartUp {
  private static final int CALLS = 1000;
  private static final int SPIN = 20;
  private static final double NS_PER_MS = 1e6;
  private static final double KB_PER_MB = 1024;

  private StartUp() {}

  public static void main(String[] args) throws MPIException, IOException {
    long inMain = System.currentTimeMillis();
    long beforeInit = System.nanoTime();
    MPI.Init(args);
    double init = (System.nanoTime() - beforeInit) / NS_PER_MS;
    Preloaded.require();
    long started = ManagementFactory.getRuntimeMXBean().getStartTime();
    int[] sum = {1};
    for (int i = 0; i < CALLS; i++) {
      MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.MAX);
    }
    double[] most = {inMain - started, init, residentMb()};
    MPI.COMM_WORLD.allReduce(most, most.length, MPI.DOUBLE, MPI.MAX);
    double noise = Noise.ofAll().beside(SPIN);
    if (MPI.COMM_WORLD.getRank() == 0) {
      Results.tell("JVM start to main", 0, most[0], "ms", noise);
      Results.tell("MPI.Init", 0, most[1], "ms", noise);
      Results.tell("memory", 0, most[2], "MB", Noise.NONE);
    }
    MPI.Finalize();
  }

  private static double residentMb() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / KB_PER_MB)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("/proc/self/status has no line VmRSS"));
  }
}
