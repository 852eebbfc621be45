package org.legio.bench.programs;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import mpi.MPI;
import mpi.MPIException;

/**
 * Measures an application that is run to its end several times while ranks die.
 *
 * <p>Usage: {@code PROGRAM WORK REPETITIONS VICTIM=ROUND...}. WORK is the amount of work in the
 * application's own unit. The application is run until it gets no faster and the compiler rests,
 * for 6 s at most, then REPETITIONS times. In the first repetition the victims, ranks other than 0,
 * die at the beginning of their round. A sample is rank 0's time for one run, which ends when all
 * survivors have ended theirs. The machine's noise is measured before and after each run, and also
 * within the runs in which nobody can die.
 *
 * <p>With the system property {@link Results#ALIKE} nothing is measured but MPI's clock, and the
 * victims are the launcher's: so replicas of a rank do the same.
 */
abstract class Application {
  /** How long ranks spin between runs, in milliseconds. */
  private static final int SPIN = 20;

  private static final double MS_PER_S = 1e3;
  private static final double NS_PER_MS = 1e6;

  /** So many runs in a row get no faster once the application is warm. */
  private static final int STEADY_RUNS = 4;

  /** A run is faster if it takes less than this share of the fastest time so far. */
  private static final double FASTER = 0.9;

  /** A warm-up's greatest length without its rests, in ms. */
  private static final double LONGEST_WARM_UP = 6e3;

  /** The compiler does nothing if it works for less than this share of a run. */
  private static final double IDLE = 0.05;

  private static final int TIME = 0;
  private static final int COMPILED = 1;

  private final Map<Integer, Integer> deaths = new LinkedHashMap<>();
  private boolean mayDie;

  /** The name in the report. */
  abstract String name();

  /** Does all work once; calls {@link #beginRound} in every round. */
  abstract void run(int work) throws MPIException;

  /** Runs what has compilers do their work; the same work unless there is much of it. */
  void warmUp(int work) throws MPIException {
    double[] slowest = new double[2];
    WarmUp warmUp = new WarmUp(STEADY_RUNS, FASTER, IDLE, LONGEST_WARM_UP * NS_PER_MS);
    while (!warmUp.isSteady() && warmUp.hasTime()) {
      long compiled = compiledMs();
      slowest[TIME] = timed(work);
      slowest[COMPILED] = compiledMs() - compiled;
      MPI.COMM_WORLD.allReduce(slowest, slowest.length, MPI.DOUBLE, MPI.MAX);
      warmUp.endBlock(slowest[TIME] * NS_PER_MS, slowest[COMPILED] * NS_PER_MS);
    }
  }

  /**
   * How long the compiler has worked, in ms. It takes the ranks' cores. Replicas of a rank do not
   * ask, since they must decide alike.
   */
  private static long compiledMs() {
    return Boolean.getBoolean(Results.ALIKE)
        ? 0
        : ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
  }

  /** Whether no rank dies in the run, so that its result is whole. */
  final boolean isComplete() {
    return deaths.isEmpty() || !mayDie;
  }

  /** Runs and measures the application, with the arguments of the class comment. */
  final void measure(String[] args) throws MPIException {
    for (int i = 2; i < args.length; i++) {
      int equals = args[i].indexOf('=');
      deaths.put(
          Integer.valueOf(args[i].substring(0, equals)),
          Integer.valueOf(args[i].substring(equals + 1)));
    }
    int work = Integer.parseInt(args[0]);
    int repetitions = Integer.parseInt(args[1]);
    if (Boolean.getBoolean(Results.ALIKE)) {
      measureAlike(work, repetitions);
    } else {
      measureBesideNoise(work, repetitions);
    }
    MPI.Finalize();
  }

  private void measureAlike(int work, int repetitions) throws MPIException {
    warmUp(work);
    for (int repetition = 0; repetition < repetitions; repetition++) {
      double ms = timed(work);
      if (MPI.COMM_WORLD.getRank() == 0) {
        Results.tell(name(), 0, ms, "ms", Noise.NONE);
      }
    }
  }

  private void measureBesideNoise(int work, int repetitions) throws MPIException {
    Noise noise = new Noise(Noise::ofWorld, deaths.keySet());
    warmUp(work);
    mayDie = true;
    double before = noise.beside(SPIN);
    for (int repetition = 0; repetition < repetitions; repetition++) {
      noise.begin();
      double ms = timed(work);
      double inside = deaths.isEmpty() ? noise.end() : Noise.NONE;
      double after = noise.beside(SPIN);
      if (MPI.COMM_WORLD.getRank() == 0) {
        Results.tell(name(), 0, ms, "ms", Math.max(inside, Math.max(before, after)));
      }
      before = after;
    }
  }

  private double timed(int work) throws MPIException {
    MPI.COMM_WORLD.barrier();
    double start = MPI.wtime();
    run(work);
    MPI.COMM_WORLD.barrier();
    return (MPI.wtime() - start) * MS_PER_S;
  }

  /** Begins a round; this rank dies here if that is planned. */
  final void beginRound(int round) throws MPIException {
    Integer planned = deaths.get(MPI.COMM_WORLD.getRank());
    if (mayDie && planned != null && planned == round) {
      Crash.now();
    }
  }
}
