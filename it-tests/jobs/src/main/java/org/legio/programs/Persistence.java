package org.legio.programs;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/**
 * Sends and receives by persistent requests, and prints the received data.
 *
 * <p>Usage: {@code Persistence MODE}; the modes are the constants of {@link Mode}, in lower case
 * with hyphens. -1 stands for nothing.
 */
public final class Persistence {
  private static final int ROUNDS = 6;
  private static final int TAG = 9;
  private static final int NOTHING = -1;
  private static final int LAST = 0;

  private final int rank = MPI.COMM_WORLD.getRank();
  private final int size = MPI.COMM_WORLD.getSize();
  private final IntBuffer out = MPI.newIntBuffer(1);
  private final IntBuffer in = MPI.newIntBuffer(1);

  private Persistence() throws MPIException {}

  public static void main(String[] args) throws MPIException {
    Mode mode = Mode.valueOf(MPI.Init(args)[0].toUpperCase(Locale.ROOT).replace('-', '_'));
    Persistence program = new Persistence();
    String said = mode.run(program);
    if (!said.isEmpty()) {
      System.out.println("rank " + program.rank + ": " + said);
    }
    MPI.COMM_WORLD.barrier();
    MPI.Finalize();
  }

  private Prequest sending(int dest) throws MPIException {
    return MPI.COMM_WORLD.sendInit(out, 1, MPI.INT, dest, TAG);
  }

  private Prequest receiving(int source) throws MPIException {
    return MPI.COMM_WORLD.recvInit(in, 1, MPI.INT, source, TAG);
  }

  /**
   * Sends to the next rank and receives from the previous one; returns each round's number and
   * sender.
   */
  private String ring(Starting starting, Waiting waiting) throws MPIException {
    Prequest[] both = {receiving((rank + size - 1) % size), sending((rank + 1) % size)};
    List<Integer> received = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      out.put(0, 100 * round + rank);
      in.put(0, NOTHING);
      starting.start(both);
      waiting.await(both);
      received.add(in.get(0));
    }
    both[0].free();
    both[1].free();
    return received.toString();
  }

  /** Sends, at all ranks but 0, the own rank to rank 0 several times, then {@link #LAST}. */
  private void report() throws MPIException {
    Prequest toFirst = sending(0);
    for (int round = 1; round <= ROUNDS; round++) {
      out.put(0, round == ROUNDS ? LAST : rank);
      toFirst.start();
      toFirst.waitFor();
    }
    toFirst.free();
  }

  private String persistentlyFromAll(Completing completing) throws MPIException {
    Prequest request = receiving(MPI.ANY_SOURCE);
    String counts =
        fromAll(
            () -> {
              request.start();
              return completing.complete(request);
            });
    request.free();
    return counts;
  }

  private Status receiveOnce() throws MPIException {
    return MPI.COMM_WORLD.iRecv(in, 1, MPI.INT, MPI.ANY_SOURCE, TAG).waitStatus();
  }

  /**
   * Receives at rank 0 until every other rank has sent {@link #LAST} or died; returns how much came
   * from whom.
   */
  private String fromAll(Receiving receiving) throws MPIException {
    if (rank != 0) {
      report();
      return "";
    }
    int[] counts = new int[size];
    for (int over = 0; over < size - 1; ) {
      in.put(0, NOTHING);
      Status status = receiving.receive();
      boolean isEmpty = status.getCount(MPI.INT) == 0;
      counts[status.getSource()] += isEmpty ? 0 : 1;
      over += isEmpty || in.get(0) == LAST ? 1 : 0;
    }
    return Arrays.toString(counts);
  }

  /** A way to start requests. */
  @FunctionalInterface
  private interface Starting {
    void start(Prequest[] requests) throws MPIException;
  }

  /** A way to wait for requests. */
  @FunctionalInterface
  private interface Waiting {
    void await(Prequest[] requests) throws MPIException;
  }

  /** A way to complete a request. */
  @FunctionalInterface
  private interface Completing {
    Status complete(Request request) throws MPIException;
  }

  /** A way to receive a message from any source. */
  @FunctionalInterface
  private interface Receiving {
    Status receive() throws MPIException;
  }

  private static void startEach(Prequest[] requests) throws MPIException {
    for (Prequest each : requests) {
      each.start();
    }
  }

  /** The things to do; each returns the text that the rank prints. */
  enum Mode {
    /** A ring whose requests are started together. */
    RING {
      @Override
      String run(Persistence p) throws MPIException {
        return p.ring(Prequest::startAll, Request::waitAll);
      }
    },
    /** A ring whose requests are started and waited for one by one. */
    RING_SINGLY {
      @Override
      String run(Persistence p) throws MPIException {
        return p.ring(
            Persistence::startEach,
            requests -> {
              requests[1].waitFor();
              requests[0].waitStatus();
            });
      }
    },
    /** A ring whose requests are tested. */
    RING_TESTING {
      @Override
      String run(Persistence p) throws MPIException {
        return p.ring(
            Persistence::startEach,
            requests -> {
              while (!Request.testAll(requests)) {
                Thread.onSpinWait();
              }
            });
      }
    },
    /** A ring that waits for some of three requests, one of which is never started. */
    RING_SOME {
      @Override
      String run(Persistence p) throws MPIException {
        Prequest never = MPI.COMM_WORLD.recvInit(MPI.newIntBuffer(1), 1, MPI.INT, 0, TAG + 1);
        String said =
            p.ring(
                Prequest::startAll,
                requests -> {
                  Prequest[] three = {requests[0], never, requests[1]};
                  int done = 0;
                  while (done < 2) {
                    done += Request.waitSome(three).length;
                  }
                  if (Request.waitSome(three) != null) {
                    throw new IllegalStateException("inactive requests have been waited for");
                  }
                });
        never.free();
        return said;
      }
    },
    /** Receives from any source, each of which is the first of an array to be complete. */
    ANY_SOURCE {
      @Override
      String run(Persistence p) throws MPIException {
        return p.persistentlyFromAll(request -> Request.waitAnyStatus(new Request[] {request}));
      }
    },
    /** Receives from any source that are waited for one by one. */
    ANY_SOURCE_SINGLY {
      @Override
      String run(Persistence p) throws MPIException {
        return p.persistentlyFromAll(Request::waitStatus);
      }
    },
    /** Receives from any source, each by a request of its own. */
    ANY_SOURCE_ONCE {
      @Override
      String run(Persistence p) throws MPIException {
        return p.fromAll(p::receiveOnce);
      }
    },
    /** Receives from the dead are cancelled, then started again. */
    CANCEL {
      @Override
      String run(Persistence p) throws MPIException {
        Request plain = MPI.COMM_WORLD.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, 1, TAG);
        Request any = MPI.COMM_WORLD.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        Prequest persistent = p.receiving(1);
        persistent.start();
        MPI.COMM_WORLD.barrier();
        List<Boolean> cancelled = new ArrayList<>();
        for (Request each : List.of(plain, any, persistent)) {
          each.cancel();
          cancelled.add(each.waitStatus().isCancelled());
        }
        persistent.free();
        return cancelled.toString();
      }
    };

    abstract String run(Persistence program) throws MPIException;
  }
}
