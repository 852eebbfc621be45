package org.legio.programs.transparency;

import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import mpi.UserFunction;

/** Calls with communicators, groups, types and requests that are freed or null. */
final class FreedObjects implements Program {
  @Override
  public void run(Report report) throws MPIException {
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    Intracomm comm = MPI.COMM_WORLD.dup();
    comm.free();
    int[] one = new int[1];
    report.say("null", comm.isNull());
    report.attempt("getRank", comm::getRank);
    report.attempt("getSize", comm::getSize);
    report.attempt("send", () -> comm.send(one, 1, MPI.INT, 0, 1));
    report.attempt("recv", () -> comm.recv(one, 1, MPI.INT, 0, 1));
    report.attempt("iSend", () -> comm.iSend(Values.buffer(1), 1, MPI.INT, 0, 1));
    report.attempt("barrier", comm::barrier);
    report.attempt("bcast", () -> comm.bcast(one, 1, MPI.INT, 0));
    report.attempt("allReduce", () -> comm.allReduce(one, 1, MPI.INT, MPI.SUM));
    report.attempt("dup", comm::dup);
    report.attempt("split", () -> comm.split(0, 0));
    report.attempt("free", comm::free);
    report.attempt("iBarrier", comm::iBarrier);
    Group group = MPI.COMM_WORLD.getGroup();
    group.free();
    report.attempt("group", group::getSize);
    report.attempt("create", () -> MPI.COMM_WORLD.create(group));
    report.attempt("group again", group::free);
    Op unused = new Op(new UserFunction() {}, true);
    report.say("unused", unused.isNull());
    unused.free();
    report.say("freed", unused.isNull());
    Datatype type = Datatype.createContiguous(2, MPI.INT);
    int[] two = Values.of(0, 2);
    report.attempt("not committed", () -> MPI.COMM_WORLD.send(two, 1, type, MPI.PROC_NULL, 1));
    type.free();
    report.attempt("freed type", () -> MPI.COMM_WORLD.bcast(one, 1, type, 0));
    report.attempt("freed again", type::free);
    report.attempt("start", () -> startFreed());
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
  }

  private static void startFreed() throws MPIException {
    Prequest request = MPI.COMM_WORLD.sendInit(Values.buffer(1), 1, MPI.INT, 0, 1);
    request.free();
    request.start();
  }
}
