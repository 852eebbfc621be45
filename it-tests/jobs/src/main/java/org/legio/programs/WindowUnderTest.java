package org.legio.programs;

import java.nio.LongBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** A window of longs, with the actions that the zoo repeats on it. */
final class WindowUnderTest {
  static final int LONGS = 32;

  private final WindowKind kind;
  private final Intracomm comm;
  private final Win win;

  /** Kept here, because the window has no reference to it. */
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

  /** Sets item i of this rank's own memory to start + i, while no other rank accesses it. */
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

  /** The content of a rank's memory. */
  String content(int rank) throws MPIException {
    LongBuffer values = MPI.newLongBuffer(LONGS);
    win.lock(MPI.LOCK_SHARED, rank, 0);
    win.get(values, LONGS, MPI.LONG, rank, 0, LONGS, MPI.LONG);
    win.unlock(rank);
    return text(values);
  }

  /** The content of this rank's memory when all ranks have reached this call. */
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
