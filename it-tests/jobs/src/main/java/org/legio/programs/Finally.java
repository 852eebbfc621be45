package org.legio.programs;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * Runs {@code try { ... } finally { MPI.Finalize(); }}, in which some ranks throw while the others
 * communicate.
 *
 * <p>Arguments: the call that the others make; then the ranks that throw, joined by commas.
 */
public final class Finally {
  private static final int TAG = 7;
  private static final int ROUNDS = 3;

  /** Nearly as many as a root may be ahead. */
  private static final int MANY = 30;

  private Finally() {}

  /** Runs the program. */
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    try {
      int rank = MPI.COMM_WORLD.getRank();
      Set<Integer> throwers = new TreeSet<>();
      Arrays.stream(args[1].split(",", -1)).map(Integer::valueOf).forEach(throwers::add);
      MPI.COMM_WORLD.barrier();
      long began = System.nanoTime();
      if (throwers.contains(rank)) {
        misbehave(args[0]);
      }
      String result = talk(args[0], rank, throwers);
      double seconds = (System.nanoTime() - began) / 1e9;
      System.out.println(
          String.format(Locale.ROOT, "rank %d: %s after %.1f s", rank, result, seconds));
    } finally {
      MPI.Finalize();
    }
  }

  private static void misbehave(String call) throws MPIException {
    switch (call) {
      case "late" -> {}
      case "mpi" -> {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, -5, TAG);
      }
      default -> throw new IllegalStateException("on purpose");
    }
  }

  private static String talk(String call, int rank, Set<Integer> throwers) throws Exception {
    Intracomm world = MPI.COMM_WORLD;
    int one = throwers.iterator().next();
    int[] value = {1};
    switch (call) {
      case "barrier" -> {
        for (int round = 0; round < ROUNDS; round++) {
          world.barrier();
        }
      }
      case "bcast" -> {
        value[0] = rank;
        world.bcast(value, 1, MPI.INT, world.getSize() - 1);
      }
      case "bcasts" -> {
        value[0] = rank;
        for (int round = 0; round < MANY; round++) {
          world.bcast(value, 1, MPI.INT, world.getSize() - 1);
        }
      }
      case "recv" -> world.recv(value, 1, MPI.INT, one, TAG);
      case "wait" -> world.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, one, TAG).waitFor();
      case "any" -> value[0] = fromAnybody(world);
      case "sub" -> value[0] = inHalf(world, rank);
      case "fence" -> fence(world);
      case "late" -> Thread.sleep(throwers.contains(rank) ? 0 : 4000);
      default -> value[0] = sum(world);
    }
    return call + " " + value[0];
  }

  private static int sum(Intracomm comm) throws MPIException {
    int[] sum = new int[1];
    comm.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
    return sum[0];
  }

  /** Receives as a master that needs a message from each other rank. */
  private static int fromAnybody(Intracomm world) throws MPIException {
    int[] value = {1};
    if (world.getRank() != 0) {
      world.send(value, 1, MPI.INT, 0, TAG);
      return 1;
    }
    int received = 0;
    for (int i = 1; i < world.getSize(); i++) {
      received += world.recv(value, 1, MPI.INT, MPI.ANY_SOURCE, TAG).getSource() >= 0 ? 1 : 0;
    }
    return received;
  }

  private static int inHalf(Intracomm world, int rank) throws MPIException {
    Comm half = world.split(rank % 2, rank);
    int sum = sum((Intracomm) half);
    half.free();
    return sum;
  }

  private static void fence(Intracomm world) throws MPIException {
    Win window = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, world);
    window.fence(0);
    window.fence(0);
    window.free();
  }
}
