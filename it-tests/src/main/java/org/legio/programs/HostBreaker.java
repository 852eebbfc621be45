package org.legio.programs;

import java.util.Objects;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * Ranks whose results depend on the order in which messages come, which all of them print: so a
 * rank that is told another order than before prints something else.
 *
 * <p>Usage: {@code HostBreaker ROUNDS [HOST RANK CALL]...}. In each round rank 0 takes a number
 * from each other rank, in the order in which they come, and answers with what it has taken so far;
 * then all add up what they have. The process of a rank on a host kills its host's daemon, and with
 * it all that is on the host, before one of its calls.
 */
public final class HostBreaker {
  private static final int TAG = 5;
  private static final int PRIME = 31;

  private final int rank = MPI.COMM_WORLD.getRank();
  private final int size = MPI.COMM_WORLD.getSize();
  private final int lastCall;
  private int calls;

  private HostBreaker(int lastCall) throws MPIException {
    this.lastCall = lastCall;
  }

  /** Runs the rounds. */
  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    int lastCall = -1;
    for (int i = 1; i < own.length; i += 3) {
      if (Integer.parseInt(own[i + 1]) == MPI.COMM_WORLD.getRank()
          && Objects.toString(System.getenv("LEGIO_JOB_HOSTS"), "").startsWith(own[i] + ",")) {
        lastCall = Integer.parseInt(own[i + 2]);
      }
    }
    HostBreaker program = new HostBreaker(lastCall);
    program.run(Integer.parseInt(own[0]));
    MPI.Finalize();
  }

  private void run(int rounds) throws MPIException {
    int order = 1;
    for (int round = 0; round < rounds; round++) {
      order = rank == 0 ? take(order) : give(round);
      int[] all = {order};
      beforeCall();
      MPI.COMM_WORLD.allReduce(all, 1, MPI.INT, MPI.SUM);
      order = all[0];
      System.out.println("round " + round + " of rank " + rank + ": " + order);
    }
  }

  /** Takes a number of each, in any order. */
  private int take(int before) throws MPIException {
    int order = before;
    int[] data = new int[1];
    for (int left = size - 1; left > 0; left--) {
      beforeCall();
      Status status = MPI.COMM_WORLD.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
      order = PRIME * order + data[0];
      beforeCall();
      MPI.COMM_WORLD.send(new int[] {order}, 1, MPI.INT, status.getSource(), TAG);
    }
    return order;
  }

  private int give(int round) throws MPIException {
    int[] data = {rank + round};
    beforeCall();
    MPI.COMM_WORLD.send(data, 1, MPI.INT, 0, TAG);
    beforeCall();
    MPI.COMM_WORLD.recv(data, 1, MPI.INT, 0, TAG);
    return data[0];
  }

  private void beforeCall() {
    if (++calls == lastCall) {
      ProcessHandle.current().parent().orElseThrow().destroyForcibly();
      while (true) {
        Thread.onSpinWait(); // until the host's end
      }
    }
  }
}
