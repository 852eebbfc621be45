package org.legio.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Makes communicators in several threads of each rank at once, each thread from one of its own and
 * from those that it has made, and sums up on the last of each. Arguments: the number of threads,
 * and of communicators for each.
 */
public final class MadeInThreads {
  private MadeInThreads() {}

  public static void main(String[] arguments) throws Exception {
    int provided = MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
    if (provided != MPI.THREAD_MULTIPLE) {
      throw new IllegalStateException("this MPI provides thread level " + provided + " only");
    }
    int threads = Integer.parseInt(arguments[0]);
    int each = Integer.parseInt(arguments[1]);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Intracomm> parents = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      parents.add(MPI.COMM_WORLD.dup());
    }
    List<Future<Integer>> sums = new ArrayList<>();
    for (Intracomm parent : parents) {
      sums.add(pool.submit(() -> sum(parent, each)));
    }
    int rank = MPI.COMM_WORLD.getRank();
    for (int thread = 0; thread < threads; thread++) {
      System.out.println("rank %d thread %d: %d".formatted(rank, thread, sums.get(thread).get()));
    }
    pool.shutdown();
    MPI.Finalize();
  }

  private static int sum(Intracomm parent, int each) throws MPIException {
    int sum = 0;
    for (int i = 0; i < each; i++) {
      Intracomm outer = parent.dup();
      Intracomm inner = outer.dup();
      int[] ranks = {0};
      inner.allReduce(new int[] {1}, ranks, 1, MPI.INT, MPI.SUM);
      sum += ranks[0];
      inner.free();
      outer.free();
    }
    return sum;
  }
}
