package org.legio.programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Waits, at rank 0, in a given way for messages of the other ranks, some of which are dead, and
 * prints the sources of those that came.
 *
 * <p>Usage: {@code Stragglers MODE}; the modes are the constants of {@link Mode}, in lower case
 * with hyphens. All but rank 0 begin with a barrier of their own, at which they can be killed.
 */
public final class Stragglers {
  private static final int TAG = 5;
  private static final long PAUSE_MS = 500;
  private static final int LARGE = 1 << 18;

  private Stragglers() {}

  public static void main(String[] args) throws MPIException {
    Mode mode = Mode.valueOf(MPI.Init(args)[0].toUpperCase(Locale.ROOT).replace('-', '_'));
    int rank = MPI.COMM_WORLD.getRank();
    String said = mode.run(rank);
    if (!said.isEmpty()) {
      System.out.println("rank " + rank + ": " + said);
    }
    MPI.COMM_WORLD.barrier();
    MPI.Finalize();
  }

  private static Request receive(Intracomm comm, int source) throws MPIException {
    return comm.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, source, TAG);
  }

  private static void sendOne(int rank) throws MPIException {
    IntBuffer one = MPI.newIntBuffer(1).put(0, rank);
    MPI.COMM_WORLD.send(one, 1, MPI.INT, 0, TAG);
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted before the late message was sent", e);
    }
  }

  private static int[] sources(Status... statuses) throws MPIException {
    int[] sources = new int[statuses.length];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = statuses[i].getSource() == MPI.PROC_NULL ? -1 : statuses[i].getSource();
    }
    return sources;
  }

  /**
   * A way to wait. Each returns the text that rank 0 prints; -1 stands for {@code MPI.PROC_NULL}.
   */
  enum Mode {
    /** For all, testing. */
    TEST_ALL {
      @Override
      String gather(Request[] requests) throws MPIException {
        Status[] statuses = Request.testAllStatus(requests);
        while (statuses == null) {
          statuses = Request.testAllStatus(requests);
        }
        return Arrays.toString(sources(statuses));
      }
    },
    /** For each, asking for its status first. */
    GET_STATUS {
      @Override
      String gather(Request[] requests) throws MPIException {
        int[] sources = new int[requests.length];
        for (int i = 0; i < requests.length; i++) {
          while (requests[i].getStatus() == null) {
            Thread.onSpinWait();
          }
          sources[i] = sources(requests[i].waitStatus())[0];
        }
        return Arrays.toString(sources);
      }
    },
    /** For any. */
    WAIT_ANY {
      @Override
      String gather(Request[] requests) throws MPIException {
        int[] sources = new int[requests.length];
        for (int i = 0; i < requests.length; i++) {
          Status status = Request.waitAnyStatus(requests);
          sources[status.getIndex()] = sources(status)[0];
        }
        return Arrays.toString(sources);
      }
    },
    /** For some. */
    WAIT_SOME {
      @Override
      String gather(Request[] requests) throws MPIException {
        int[] sources = new int[requests.length];
        Status[] done = Request.waitSomeStatus(requests);
        while (done != null) {
          for (Status status : done) {
            sources[status.getIndex()] = sources(status)[0];
          }
          done = Request.waitSomeStatus(requests);
        }
        return Arrays.toString(sources);
      }
    },
    /** For some, one of which is persistent. */
    WAIT_SOME_PERSISTENT {
      @Override
      String gather(Request[] requests) throws MPIException {
        Request[] more = Arrays.copyOf(requests, requests.length + 1);
        more[requests.length] =
            MPI.COMM_WORLD.recvInit(MPI.newIntBuffer(1), 1, MPI.INT, 0, TAG); // never started
        return WAIT_SOME.gather(more).replaceFirst(", 0\\]$", "]");
      }
    },
    /** For requests of a communicator that is freed in the meantime. */
    FREED {
      @Override
      String run(int rank) throws MPIException {
        Intracomm comm = MPI.COMM_WORLD.dup();
        Request request = rank == 0 ? receive(comm, 1) : null;
        comm.free();
        meet(rank);
        return request == null ? "" : Arrays.toString(sources(request.waitStatus()));
      }
    },
    /** With all other ranks dead: a wait before this rank knows of a death. */
    WAIT_ALONE {
      @Override
      String run(int rank) throws MPIException {
        meet(rank);
        return Arrays.toString(sources(receive(MPI.COMM_WORLD, MPI.ANY_SOURCE).waitStatus()));
      }
    },
    /**
     * With all other ranks dead: non-blocking probes, then receives from any source in all ways.
     */
    ALONE {
      @Override
      String run(int rank) throws MPIException {
        meet(rank);
        Status probed = MPI.COMM_WORLD.iProbe(MPI.ANY_SOURCE, TAG);
        while (probed == null) {
          probed = MPI.COMM_WORLD.iProbe(MPI.ANY_SOURCE, TAG);
        }
        Request[] one = {receive(MPI.COMM_WORLD, MPI.ANY_SOURCE)};
        Status waited = receive(MPI.COMM_WORLD, MPI.ANY_SOURCE).waitStatus();
        Status received = MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        while (!Request.testAll(one)) {
          Thread.onSpinWait();
        }
        return Arrays.toString(sources(probed, waited, received));
      }
    },
    /** A send to a dead rank and a receive from any source at once; rank 2's message comes late. */
    SEND_RECV {
      @Override
      String run(int rank) throws MPIException {
        return exchange(rank, 2);
      }
    },
    /** The same, but rank 2's message has arrived when rank 1 dies. */
    SEND_RECV_EARLY {
      @Override
      String run(int rank) throws MPIException {
        return exchange(rank, 1);
      }
    };

    /** Rank 0 sends to rank 1 and receives from rank 2; one of these comes late. */
    static String exchange(int rank, int late) throws MPIException {
      if (rank == late) {
        pause();
      }
      meet(rank);
      if (rank == 2) {
        sendOne(rank);
      }
      if (rank != 0) {
        return "";
      }
      int[] out = new int[LARGE];
      int[] in = {-1};
      Status status =
          MPI.COMM_WORLD.sendRecv(out, LARGE, MPI.INT, 1, TAG, in, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
      return in[0] + " from " + status.getSource();
    }

    /** Waits for requests to receive from ranks 1 and up. */
    String gather(Request[] requests) throws MPIException {
      throw new UnsupportedOperationException(name() + " with " + requests.length + " requests");
    }

    /** Runs one rank's part; returns the text that it prints. */
    String run(int rank) throws MPIException {
      if (rank != 0) {
        meet(rank);
        sendOne(rank);
        return "";
      }
      Request[] requests = new Request[MPI.COMM_WORLD.getSize() - 1];
      for (int i = 0; i < requests.length; i++) {
        requests[i] = receive(MPI.COMM_WORLD, i + 1);
      }
      return gather(requests);
    }

    /** Makes a call at which ranks can be killed and in which no other rank takes part. */
    static void meet(int rank) throws MPIException {
      if (rank != 0) {
        MPI.COMM_SELF.barrier();
      }
    }
  }
}
