package org.legio.samples;

import java.nio.LongBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** A window of longs and what the zoo does with it again and again. */
final class WindowUnderTest {
  static final int LONGS = 32;

  private final WindowKind kind;
  private final Intracomm comm;
  private final Win win;

  /** Held, for the window does not. */
  private final LongBuffer memory = MPI.newLongBuffer(LONGS);

  WindowUnderTest(WindowKind kind, Intracomm comm) throws MPIException {
    this.kind = kind;
    this.comm = comm;
    this.win = kind.make(memory, comm);
    win.setErrhandler(MPI.ERRORS_RETURN);
  }

  WindowKind kind() {
    return kind;
  }

  Win win() {
    return win;
  }

  Intracomm comm() {
    return comm;
  }

  /** Sets this rank's own memory, with nobody else accessing it: item i to start + i. */
  void fill(long start) throws MPIException {
    LongBuffer values = MPI.newLongBuffer(LONGS);
    for (int i = 0; i < LONGS; i++) {
      values.put(i, start + i);
    }
    comm.barrier();
    win.lock(MPI.LOCK_EXCLUSIVE, comm.getRank(), 0);
    win.put(values, LONGS, MPI.LONG, comm.getRank(), 0, LONGS, MPI.LONG);
    win.unlock(comm.getRank());
    comm.barrier();
  }

  /** What a rank's memory holds. */
  String content(int rank) throws MPIException {
    LongBuffer values = MPI.newLongBuffer(LONGS);
    win.lock(MPI.LOCK_SHARED, rank, 0);
    win.get(values, LONGS, MPI.LONG, rank, 0, LONGS, MPI.LONG);
    win.unlock(rank);
    return text(values);
  }

  /** What this rank's memory holds when all have come here. */
  String settled() throws MPIException {
    comm.barrier();
    String content = content(comm.getRank());
    comm.barrier();
    return content;
  }

  static String text(LongBuffer values) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < values.capacity(); i++) {
      text.append(i == 0 ? "" : " ").append(values.get(i));
    }
    return text.toString();
  }
}
