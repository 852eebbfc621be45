package org.legio.programs;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Exchanges messages with both neighbors in several threads of each rank at once, on one
 * communicator. If asked to, each thread also sums up now and then on a communicator of its own. In
 * the end the main thread counts the ranks. Arguments: the number of threads, the number of rounds,
 * whether the threads sum.
 */
public final class Threads {
  private static final int SUM_EVERY = 20;

  private final Intracomm comm;
  private final Intracomm own;
  private final int thread;
  private final boolean summing;
  private final int rank;
  private final int size;

  private Threads(Intracomm comm, int thread, boolean summing) throws MPIException {
    this.comm = comm;
    this.own = comm.dup();
    this.thread = thread;
    this.summing = summing;
    this.rank = comm.getRank();
    this.size = comm.getSize();
  }

  public static void main(String[] arguments) throws Exception {
    int provided = MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
    if (provided != MPI.THREAD_MULTIPLE) {
      throw new IllegalStateException("this MPI provides thread level " + provided + " only");
    }
    int threads = Integer.parseInt(arguments[0]);
    int rounds = Integer.parseInt(arguments[1]);
    boolean summing = Boolean.parseBoolean(arguments[2]);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<String>> ends = new ArrayList<>();
    List<Threads> workers = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      workers.add(new Threads(MPI.COMM_WORLD, thread, summing));
    }
    for (Threads worker : workers) {
      ends.add(pool.submit(() -> worker.run(rounds)));
    }
    for (Future<String> end : ends) {
      System.out.println(end.get());
    }
    pool.shutdown();
    int rank = MPI.COMM_WORLD.getRank();
    System.out.println("rank %d: %d ranks".formatted(rank, count(MPI.COMM_WORLD)));
    MPI.Finalize();
  }

  private String run(int rounds) throws MPIException {
    int wrong = 0;
    int sums = 0;
    for (int round = 0; round < rounds; round++) {
      wrong += exchange(round);
      if (summing && round % SUM_EVERY == 0) {
        sums += count(own);
      }
    }
    return "rank %d thread %d: %d wrong, %d summed".formatted(rank, thread, wrong, sums);
  }

  private static int count(Intracomm comm) throws MPIException {
    int[] ranks = {-1};
    comm.allReduce(new int[] {1}, ranks, 1, MPI.INT, MPI.SUM);
    return ranks[0];
  }

  /** Returns the number of wrong messages. Messages of dead ranks are skipped and not counted. */
  private int exchange(int round) throws MPIException {
    int left = (rank + size - 1) % size;
    int right = (rank + 1) % size;
    IntBuffer fromLeft = MPI.newIntBuffer(1).put(0, -1);
    IntBuffer fromRight = MPI.newIntBuffer(1).put(0, -1);
    IntBuffer sent = MPI.newIntBuffer(1).put(0, value(rank, round));
    Request.waitAll(
        new Request[] {
          comm.iRecv(fromLeft, 1, MPI.INT, left, tag(0)),
          comm.iRecv(fromRight, 1, MPI.INT, right, tag(1)),
          comm.iSend(sent, 1, MPI.INT, right, tag(0)),
          comm.iSend(sent, 1, MPI.INT, left, tag(1))
        });
    return wrong(fromLeft.get(0), left, round) + wrong(fromRight.get(0), right, round);
  }

  private int tag(int direction) {
    return 2 * thread + direction;
  }

  private int wrong(int got, int from, int round) {
    return got == -1 || got == value(from, round) ? 0 : 1;
  }

  private int value(int from, int round) {
    return (from * 100 + thread) * 10_000 + round;
  }
}
