package org.legio.programs.transparency;

import mpi.CartComm;
import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Errors of calls that belong to no communicator; they go to the world's handler. */
final class LocalErrors implements Program {
  @Override
  public void run(Report report) throws MPIException {
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    Group all = MPI.COMM_WORLD.getGroup();
    int size = all.getSize();
    report.attempt("incl", () -> all.incl(new int[] {size}));
    report.attempt("excl", () -> all.excl(new int[] {-1}));
    report.attempt("incl twice", () -> all.incl(new int[] {0, 0}));
    report.attempt("range", () -> all.rangeIncl(new int[][] {{0, size, 1}}));
    all.free();
    report.attempt("contiguous", () -> Datatype.createContiguous(-1, MPI.INT));
    report.attempt("vector", () -> Datatype.createVector(-1, 1, 1, MPI.INT));
    report.attempt("null type", () -> MPI.DATATYPE_NULL.commit());
    report.attempt("keyval", () -> MPI.COMM_WORLD.getAttr(MPI.KEYVAL_INVALID));
    report.attempt("keyval", () -> Comm.freeKeyval(MPI.KEYVAL_INVALID));
    report.attempt("info", () -> new Info().delete("missing"));
    report.attempt("info key", () -> new Info().getKey(5));
    report.attempt(
        "operation", () -> Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, MPI.REPLACE));
    Datatype two = Datatype.createContiguous(2, MPI.INT);
    two.commit();
    report.attempt(
        "sum of a derived type", () -> Comm.reduceLocal(new int[2], new int[2], 1, two, MPI.SUM));
    two.free();
    report.attempt("free INT", MPI.INT::free);
    report.attempt("free INT2", MPI.INT2::free);
    report.attempt("free COMM_WORLD", MPI.COMM_WORLD::free);
    report.attempt("free INFO_NULL", MPI.INFO_NULL::free);
    report.say("null", MPI.INT.isNull() || MPI.COMM_WORLD.isNull());
    report.attempt("dims", () -> CartComm.createDims(7, new int[] {2, 0}));
    report.attempt(
        "too large a grid",
        () -> MPI.COMM_WORLD.createCart(new int[] {size + 1}, new boolean[1], false));
    report.attempt("name", () -> Intracomm.lookupName("legio has published no such name"));
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
  }
}
