package org.legio.programs;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Makes communicators in calls of their own members only, round by round: one of a group of all
 * ranks, one of each half, one of two groups. It sums up on each. In some rounds a rank dies at a
 * random microsecond while it makes them.
 *
 * <p>Arguments: a seed, the number of rounds, the number of deaths. At its end each survivor prints
 * a line with the results of its last round.
 */
public final class Makers {
  private static final int LONGEST_US = 3000;
  private static final int TAG = 3;

  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank = world.getRank();
  private final int size = world.getSize();
  private final StringBuilder seen = new StringBuilder();

  private Makers() throws MPIException {}

  public static void main(String[] arguments) throws MPIException {
    String[] own = MPI.Init(arguments);
    long seed = Long.parseLong(own[0]);
    int rounds = Integer.parseInt(own[1]);
    new Makers().run(new Random(seed), rounds, Integer.parseInt(own[2]));
    MPI.Finalize();
  }

  /** Runs all rounds. All ranks draw the same numbers, so each rank knows when it has to die. */
  private void run(Random random, int rounds, int deaths) throws MPIException {
    int[] victims = new int[rounds];
    Arrays.fill(victims, -1);
    for (int death = 0; death < deaths; death++) {
      victims[random.nextInt(rounds - 1)] = random.nextInt(size);
    }
    Intracomm half = world.split(rank % 2, rank);
    half.setErrhandler(MPI.ERRORS_RETURN);
    for (int round = 0; round < rounds; round++) {
      Thread death = victims[round] == rank ? deathIn(random.nextInt(LONGEST_US)) : null;
      if (death != null) {
        death.start();
      }
      seen.setLength(0);
      makeOfAll();
      makeOfHalf();
      makeOfTwo(half);
      while (death != null) { // it has finished the round before its death
        LockSupport.park();
      }
    }
    System.out.println("rank " + rank + ": " + seen.toString().trim());
  }

  /**
   * Makes a thread that has this process killed after a delay, by a process that is ready for it.
   */
  private static Thread deathIn(int delayUs) {
    try {
      long pid = ProcessHandle.current().pid();
      Process killer = new ProcessBuilder("sh", "-c", "read now; kill -9 " + pid).start();
      long end = System.nanoTime() + 1000L * delayUs;
      return new Thread(
          () -> {
            for (long left = 1; left > 0; left = end - System.nanoTime()) {
              LockSupport.parkNanos(left);
            }
            new PrintStream(killer.getOutputStream(), true).println();
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void makeOfAll() throws MPIException {
    Group all = world.getGroup();
    sumAndFree("all", world.createGroup(all, TAG));
    all.free();
  }

  private void makeOfHalf() throws MPIException {
    Group all = world.getGroup();
    Group some = all.rangeIncl(new int[][] {{rank % 2, size - 1, 2}});
    sumAndFree("half", world.createGroup(some, TAG));
    some.free();
    all.free();
  }

  /** Makes a communicator of two groups. Once a leader is dead, it fails at all ranks. */
  private void makeOfTwo(Intracomm half) throws MPIException {
    try {
      Intercomm two = world.createIntercomm(half, 0, 1 - rank % 2, TAG);
      int[] sum = {0};
      two.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
      see("two", two.getSize(), two.getRemoteSize(), sum[0]);
      two.free();
    } catch (MPIException e) {
      see("refused", e.getErrorClass());
    }
  }

  private void sumAndFree(String what, Intracomm comm) throws MPIException {
    int[] sum = {1};
    comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
    see(what, comm.getSize(), comm.getRank(), sum[0]);
    comm.free();
  }

  private void see(String what, int... numbers) {
    seen.append(what).append(Arrays.toString(numbers)).append(' ');
  }
}
