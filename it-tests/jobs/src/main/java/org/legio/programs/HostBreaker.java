package org.legio.programs;

import java.io.Serializable;
import java.util.Objects;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import org.legio.Legio;

/**
 * Ranks whose results depend on the order in which messages come, which all of them print: so a
 * rank that is told another order than before prints something else.
 *
 * <p>Usage: {@code HostBreaker ROUNDS EVERY [HOST RANK CALL]...}. In each round rank 0 takes a
 * number from each other rank, in the order in which they come, and answers with what it has taken
 * so far; then all add up what they have. The process of a rank on a host kills its host's daemon,
 * and with it all that is on the host, before one of its calls. All take a checkpoint every so many
 * rounds, none if EVERY is 0; who continues from one says so.
 */
public final class HostBreaker {
  private static final int TAG = 5;
  private static final int PRIME = 31;

  /** So many numbers are added up; the first one counts. */
  private static final int SUMS = 1000;

  private final int rank = MPI.COMM_WORLD.getRank();
  private final int size = MPI.COMM_WORLD.getSize();
  private final int lastCall;
  private final Reached reached;

  /** How far a rank is. */
  private static final class Reached implements Serializable {
    private static final long serialVersionUID = 1L;

    private int round;
    private int order = 1;
    private int calls;
  }

  private HostBreaker(int lastCall) throws MPIException {
    this.lastCall = lastCall;
    this.reached = Legio.<Reached>restored().orElseGet(Reached::new);
  }

  /** Runs the rounds. */
  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    int lastCall = -1;
    for (int i = 2; i < own.length; i += 3) {
      if (Integer.parseInt(own[i + 1]) == MPI.COMM_WORLD.getRank()
          && Objects.toString(System.getenv("LEGIO_JOB_HOSTS"), "").startsWith(own[i] + ",")) {
        lastCall = Integer.parseInt(own[i + 2]);
      }
    }
    HostBreaker program = new HostBreaker(lastCall);
    program.run(Integer.parseInt(own[0]), Integer.parseInt(own[1]));
    MPI.Finalize();
  }

  private void run(int rounds, int every) throws MPIException {
    if (reached.round > 0) {
      System.err.println("rank " + rank + " continues behind round " + reached.round);
    }
    while (reached.round < rounds) {
      int round = reached.round;
      int order = rank == 0 ? take(reached.order) : give(round);
      int[] all = new int[SUMS];
      all[0] = order;
      beforeCall();
      MPI.COMM_WORLD.allReduce(all, SUMS, MPI.INT, MPI.SUM);
      reached.order = all[0];
      System.out.println("round " + round + " of rank " + rank + ": " + all[0]);
      reached.round++;
      if (every > 0 && reached.round % every == 0) {
        Legio.checkpoint(reached);
      }
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
    if (++reached.calls == lastCall) {
      ProcessHandle.current().parent().orElseThrow().destroyForcibly();
      while (true) {
        Thread.onSpinWait(); // until the host's end
      }
    }
  }
}
