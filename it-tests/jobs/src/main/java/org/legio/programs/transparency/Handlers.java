package org.legio.programs.transparency;

import mpi.Comm;
import mpi.Errhandler;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Error handlers: inherited by duplicates, changed one by one, called by the program. */
final class Handlers implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm comm = MPI.COMM_WORLD.dup();
    Errhandler first = comm.getErrhandler();
    comm.setErrhandler(MPI.ERRORS_RETURN);
    report.attempt("call", () -> comm.callErrhandler(MPI.ERR_TAG));
    report.attempt("call", () -> comm.callErrhandler(MPI.ERR_TRUNCATE));
    Intracomm child = comm.dup();
    report.attempt("inherited by dup", () -> fail(child));
    Intracomm part = comm.split(comm.getRank() % 2, 0);
    report.attempt("inherited by split", () -> fail(part));
    Comm other = child.clone();
    child.setErrhandler(first);
    report.attempt("not changed by its parent's", () -> fail(other));
    Errhandler again = child.getErrhandler();
    child.setErrhandler(again);
    child.setErrhandler(MPI.ERRORS_RETURN);
    report.attempt("changed", () -> fail(child));
    other.free();
    part.free();
    child.free();
    comm.free();
    MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
    report.attempt("on self", () -> fail(MPI.COMM_SELF));
    MPI.COMM_SELF.setErrhandler(MPI.ERRORS_ARE_FATAL);
  }

  private static void fail(Comm comm) throws MPIException {
    comm.send(new int[1], 1, MPI.INT, comm.getSize(), 1);
  }
}
