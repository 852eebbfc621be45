package org.legio.programs;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/**
 * Receives the messages of a dead rank in a given way. Rank 1 sends messages to rank 0 and is
 * killed at its first barrier. When rank 0 knows of the death, it receives the messages and prints
 * them in order.
 *
 * <p>Usage: {@code Bequest MODE [SIZE]}; the modes are the constants of {@link Mode}, in lower case
 * with hyphens. Rank 1 sends messages of SIZE items (2 by default) that begin with 10, 20 and 30.
 * Before the second one it sends a large one. Rank 0 does not receive that while rank 1 lives, so
 * its data is never sent. The highest rank sends a message that begins with 7.
 */
public final class Bequest {
  private static final int TAG = 5;
  private static final int OTHER_TAG = 6;
  private static final int FIRST = 10;
  private static final int STEP = 10;
  private static final int MESSAGES = 3;
  private static final int LARGE = 1 << 20;
  private static final int OF_THE_LIVING = 7;

  private final Comm comm;
  private final int size;
  private final List<Integer> got = new ArrayList<>();

  private Bequest(Comm comm, int size) {
    this.comm = comm;
    this.size = size;
  }

  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    Mode mode = Mode.valueOf(own[0].toUpperCase(Locale.ROOT).replace('-', '_'));
    int rank = MPI.COMM_WORLD.getRank();
    int last = MPI.COMM_WORLD.getSize() - 1;
    Comm comm = mode == Mode.DUP ? MPI.COMM_WORLD.dup() : MPI.COMM_WORLD;
    Bequest bequest = new Bequest(comm, own.length > 1 ? Integer.parseInt(own[1]) : 2);
    if (rank == 1) {
      bequest.leave();
    } else if (rank == last) {
      bequest.send(OF_THE_LIVING, OTHER_TAG);
    }
    MPI.COMM_WORLD.barrier();
    if (rank == 0) {
      mode.take(bequest);
      System.out.println("rank 0: " + bequest.got);
    }
    MPI.COMM_WORLD.barrier();
    if (mode == Mode.DUP) {
      comm.free();
    }
    MPI.Finalize();
  }

  private void leave() throws MPIException {
    send(FIRST, TAG);
    Request large = comm.iSend(MPI.newIntBuffer(LARGE), LARGE, MPI.INT, 0, TAG);
    for (int i = 1; i < MESSAGES; i++) {
      send(FIRST + i * STEP, TAG);
    }
    if (large.testStatus() != null) {
      throw new IllegalStateException("a message that nobody receives has been sent");
    }
  }

  private void send(int first, int tag) throws MPIException {
    comm.send(buffer().put(0, first), size, MPI.INT, 0, tag);
  }

  private IntBuffer buffer() {
    return MPI.newIntBuffer(size);
  }

  /** Notes the data that a receive has got; -1 for nothing. */
  private boolean note(IntBuffer buf, Status status) throws MPIException {
    boolean isMessage = status.getSource() != MPI.PROC_NULL;
    got.add(isMessage ? buf.get(0) : -1);
    if (isMessage && status.getCount(MPI.INT) != size) {
      throw new IllegalStateException(status.getCount(MPI.INT) + " items instead of " + size);
    }
    if (isMessage && buf.get(0) != OF_THE_LIVING && status.getSource() != 1) {
      throw new IllegalStateException(buf.get(0) + " came from " + status.getSource());
    }
    return isMessage;
  }

  private boolean receive(int source, int tag) throws MPIException {
    IntBuffer buf = buffer();
    return note(buf, comm.recv(buf, size, MPI.INT, source, tag));
  }

  private boolean receiveLater(int source) throws MPIException {
    IntBuffer buf = buffer();
    return note(buf, comm.iRecv(buf, size, MPI.INT, source, TAG).waitStatus());
  }

  /** A way to receive. */
  enum Mode {
    /** From rank 1, until there is no more. */
    RECV {
      @Override
      void take(Bequest to) throws MPIException {
        while (to.receive(1, TAG)) {}
      }
    },
    /** On a duplicate. */
    DUP {
      @Override
      void take(Bequest to) throws MPIException {
        while (to.receive(1, TAG)) {}
      }
    },
    /** Receives only as many messages as there are, so that no policy is needed. */
    NO_MORE {
      @Override
      void take(Bequest to) throws MPIException {
        for (int i = 0; i < MESSAGES; i++) {
          to.receive(1, MPI.ANY_TAG);
        }
      }
    },
    /** From any source, also from the living rank. */
    ANY_SOURCE {
      @Override
      void take(Bequest to) throws MPIException {
        for (int i = 0; i <= MESSAGES; i++) {
          to.receive(MPI.ANY_SOURCE, MPI.ANY_TAG);
        }
      }
    },
    /** By requests. */
    I_RECV {
      @Override
      void take(Bequest to) throws MPIException {
        while (to.receiveLater(1)) {}
      }
    },
    /** By requests, from any source. */
    I_RECV_ANY {
      @Override
      void take(Bequest to) throws MPIException {
        for (int i = 0; i < MESSAGES; i++) {
          to.receiveLater(MPI.ANY_SOURCE);
        }
      }
    },
    /** All requests are started before one is waited for. */
    AT_ONCE {
      @Override
      void take(Bequest to) throws MPIException {
        IntBuffer[] bufs = new IntBuffer[MESSAGES + 1];
        Request[] requests = new Request[MESSAGES + 1];
        for (int i = 0; i < bufs.length; i++) {
          bufs[i] = to.buffer();
          requests[i] = to.comm.iRecv(bufs[i], to.size, MPI.INT, 1, TAG);
        }
        Status[] statuses = Request.waitAllStatus(requests);
        for (int i = 0; i < bufs.length; i++) {
          to.note(bufs[i], statuses[i]);
        }
      }
    },
    /** In one call with a send to the dead rank. */
    SEND_RECV {
      @Override
      void take(Bequest to) throws MPIException {
        IntBuffer buf = to.buffer();
        Status status;
        do {
          status =
              to.comm.sendRecv(
                  to.buffer(), to.size, MPI.INT, 1, TAG, buf, to.size, MPI.INT, 1, TAG);
        } while (to.note(buf, status));
      }
    },
    /** In one call with a send to the dead rank, in one buffer. */
    SEND_RECV_REPLACE {
      @Override
      void take(Bequest to) throws MPIException {
        IntBuffer buf = to.buffer();
        while (to.note(buf, to.comm.sendRecvReplace(buf, to.size, MPI.INT, 1, TAG, 1, TAG))) {}
      }
    },
    /** By one persistent request. */
    PERSISTENT {
      @Override
      void take(Bequest to) throws MPIException {
        IntBuffer buf = to.buffer();
        Prequest request = to.comm.recvInit(buf, to.size, MPI.INT, 1, TAG);
        do {
          request.start();
        } while (to.note(buf, request.waitStatus()));
        request.free();
      }
    },
    /** After a blocking probe. */
    PROBE {
      @Override
      void take(Bequest to) throws MPIException {
        while (to.comm.probe(1, TAG).getSource() != MPI.PROC_NULL) {
          to.receive(1, TAG);
        }
      }
    },
    /** Receives all messages of one rank that non-blocking probes find. */
    I_PROBE {
      @Override
      void take(Bequest to) throws MPIException {
        Status status = to.comm.iProbe(1, MPI.ANY_TAG);
        while (status != null && status.getSource() != MPI.PROC_NULL) {
          to.receive(1, status.getTag());
          status = to.comm.iProbe(1, MPI.ANY_TAG);
        }
      }
    },
    /**
     * Receives, by requests, all messages of any source that non-blocking probes find, as an island
     * model does.
     */
    ISLAND {
      @Override
      void take(Bequest to) throws MPIException {
        for (Status status = to.comm.iProbe(MPI.ANY_SOURCE, TAG);
            status != null;
            status = to.comm.iProbe(MPI.ANY_SOURCE, TAG)) {
          to.receiveLater(status.getSource());
        }
      }
    },
    /** By matched probes. */
    MATCHED {
      @Override
      void take(Bequest to) throws MPIException {
        Message message = new Message();
        while (message.mProbe(1, TAG, to.comm).getSource() != MPI.PROC_NULL) {
          IntBuffer buf = to.buffer();
          to.note(buf, message.mRecv(buf, to.size, MPI.INT));
        }
      }
    },
    /** By non-blocking matched probes, all before the first receive; the receives are requests. */
    I_MATCHED {
      @Override
      void take(Bequest to) throws MPIException {
        List<Message> messages = new ArrayList<>();
        Message message = new Message();
        while (message.imProbe(MPI.ANY_SOURCE, TAG, to.comm) != null) {
          messages.add(message);
          message = new Message();
        }
        for (Message each : messages) {
          IntBuffer buf = to.buffer();
          to.note(buf, each.imRecv(buf, to.size, MPI.INT).waitStatus());
        }
      }
    },
    /** Into every second item of an array. */
    STRIDED {
      @Override
      void take(Bequest to) throws MPIException {
        Datatype strided = Datatype.createVector(to.size, 1, 2, MPI.INT);
        strided.commit();
        int[] buf = new int[2 * to.size];
        for (int i = 0; i < MESSAGES; i++) {
          to.comm.recv(buf, 1, strided, 1, TAG);
          to.got.add(buf[0]);
          to.got.add(buf[2]);
        }
        strided.free();
      }
    };

    abstract void take(Bequest to) throws MPIException;
  }
}
