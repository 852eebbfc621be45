package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Errors of windows: wrong rank, wrong count, and handlers. */
final class WindowErrors implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    IntBuffer own = Values.buffer(1);
    Win win = new Win(Values.buffer(0, 1), 2, 1, MPI.INFO_NULL, world);
    win.setErrhandler(MPI.ERRORS_RETURN);
    report.say("handler", win.getErrhandler() != null);
    win.fence(0);
    report.attempt("rank", () -> win.put(own, 1, MPI.INT, size, 0, 1, MPI.INT));
    report.attempt("rank", () -> win.get(own, 1, MPI.INT, -7, 0, 1, MPI.INT));
    report.attempt("count", () -> win.put(own, -1, MPI.INT, 0, 0, 1, MPI.INT));
    report.attempt("lock", () -> win.lock(99, 0, 0));
    report.attempt("call handler", () -> win.callErrhandler(MPI.ERR_WIN));
    report.attempt("heap", () -> win.put(IntBuffer.wrap(new int[1]), 1, MPI.INT, 0, 0, 1, MPI.INT));
    win.fence(0);
    win.free();
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    report.attempt("freed", () -> win.fence(0));
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
  }
}
