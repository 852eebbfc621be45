package org.legio.programs;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import mpi.MPI;
import mpi.MPIException;
import org.legio.Legio;

/**
 * Runs rounds for tests of observability; prints its progress, and what JMX shows of its rank.
 *
 * <p>Usage: {@code Seen ROUNDS [jmx]}. A round is a reduction to rank 0, and a barrier, so that all
 * learn of deaths.
 */
public final class Seen {
  private static final long PATIENCE_S = 30;
  private static final long POLL_NS = 5_000_000;

  private Seen() {}

  public static void main(String[] args) throws Exception {
    String[] words = MPI.Init(args);
    int rounds = Integer.parseInt(words[0]);
    for (int round = 1; round <= rounds; round++) {
      reduce(round);
      Legio.progress(round, rounds);
    }
    if (words.length > 1) {
      System.out.println("rank " + MPI.COMM_WORLD.getRank() + ": " + shownByJmx());
    }
    MPI.COMM_WORLD.barrier();
    MPI.Finalize();
  }

  private static void reduce(int round) throws MPIException {
    MPI.COMM_WORLD.reduce(new int[] {round}, new int[1], 1, MPI.INT, MPI.SUM, 0);
    MPI.COMM_WORLD.barrier();
  }

  private static String shownByJmx() throws JMException, TimeoutException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("org.legio:type=Resilience");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
    while (!server.isRegistered(name)) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException(name + " is not registered after " + PATIENCE_S + " s");
      }
      LockSupport.parkNanos(POLL_NS);
    }
    StringBuilder shown = new StringBuilder();
    for (String attribute : new String[] {"Rank", "Ranks", "Repairs"}) {
      shown.append(attribute).append(' ').append(server.getAttribute(name, attribute)).append(", ");
    }
    Integer[] failed = (Integer[]) server.getAttribute(name, "FailedRanks");
    return shown + "FailedRanks " + java.util.Arrays.toString(failed);
  }
}
