package org.legio.bench.programs;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;

/**
 * Measures how much other programs have disturbed a job. The noise is the factor by which things
 * took longer than on a machine of their own; 1 is undisturbed. It is found in two ways, both
 * outside of the measured time:
 *
 * <ul>
 *   <li>{@link #beside}: spins of known length before and after. As many ranks spin as there are
 *       processors. The others sleep, because waiting ranks poll and would disturb the spins.
 *   <li>{@link #begin} and {@link #end}: compare the ranks' elapsed time with their processor time.
 *       Ranks poll, so on an undisturbed machine they fill as many processors as they can.
 * </ul>
 *
 * All ranks call each of these together, and get the same answer.
 */
final class Noise {
  /** The noise of an undisturbed measurement. */
  static final double NONE = 1;

  private static final double RESTS_AS_LONG = 1.5;
  private static final int SCALE = 10_000;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Reduction reduction;
  private final double processorsPerRank;
  private final Optional<Spin> spin;
  private final long[] worst = new long[1];
  private final long[] times = new long[2];

  /**
   * Measures the undisturbed speed of this machine.
   *
   * @param reduction combines numbers of all ranks
   * @param mortals the ranks that will die; they do not spin
   */
  Noise(Reduction reduction, Set<Integer> mortals) throws MPIException {
    this.reduction = reduction;
    int processors =
        Integer.getInteger(Results.PROCESSORS, Runtime.getRuntime().availableProcessors());
    int size = MPI.COMM_WORLD.getSize();
    int rank = MPI.COMM_WORLD.getRank();
    processorsPerRank = Math.min(1, (double) processors / size);
    boolean spins =
        IntStream.range(0, size)
            .filter(each -> !mortals.contains(each))
            .limit(processors)
            .anyMatch(each -> each == rank);
    spin = spins ? Optional.of(new Spin()) : Optional.empty();
  }

  /** Makes one for a job in which nobody dies. */
  static Noise ofAll() throws MPIException {
    return new Noise(Noise::ofWorld, Set.of());
  }

  /**
   * Reduces over the world, for jobs whose world is repaired beneath them or in which nobody dies.
   */
  static void ofWorld(long[] values, Op operation) throws MPIException {
    MPI.COMM_WORLD.allReduce(values, values.length, MPI.LONG, operation);
  }

  /** Spins for so many milliseconds (if undisturbed) and returns the noise of the worst rank. */
  double beside(int units) throws MPIException {
    worst[0] = SCALE;
    if (spin.isPresent()) {
      worst[0] = Math.round(SCALE * spin.get().slowdown(units));
    } else {
      LockSupport.parkNanos((long) (RESTS_AS_LONG * Spin.undisturbedNs(units)));
    }
    reduction.allReduce(worst, MPI.MAX);
    return (double) worst[0] / SCALE;
  }

  /** Notes that the measured part begins. */
  void begin() {
    times[0] = -System.nanoTime();
    times[1] = -threads.getCurrentThreadCpuTime();
  }

  /**
   * Ends the measured part and returns its noise. Ranks may have waited for others only in calls of
   * MPI.
   */
  double end() throws MPIException {
    times[0] += System.nanoTime();
    times[1] += threads.getCurrentThreadCpuTime();
    reduction.allReduce(times, MPI.SUM);
    return times[0] * processorsPerRank / times[1];
  }
}
