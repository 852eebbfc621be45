package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;

/** Wrong ranks, roots, tags, counts and types: the class of each error. */
final class WrongArguments implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm comm = MPI.COMM_WORLD.dup();
    comm.setErrhandler(MPI.ERRORS_RETURN);
    int size = comm.getSize();
    int[] one = new int[1];
    report.attempt("send rank", () -> comm.send(one, 1, MPI.INT, size, 1));
    report.attempt("send rank", () -> comm.send(one, 1, MPI.INT, -99, 1));
    report.attempt("send to any", () -> comm.send(one, 1, MPI.INT, MPI.ANY_SOURCE, 1));
    report.attempt("recv rank", () -> comm.recv(one, 1, MPI.INT, size + 3, 1));
    report.attempt("send tag", () -> comm.send(one, 1, MPI.INT, 0, -5));
    report.attempt("recv tag", () -> comm.recv(one, 1, MPI.INT, 0, -77));
    report.attempt("send count", () -> comm.send(one, -1, MPI.INT, 0, 1));
    report.attempt("recv count", () -> comm.recv(one, -1, MPI.INT, 0, 1));
    report.attempt("type", () -> comm.send(one, 1, MPI.DATATYPE_NULL, 0, 1));
    report.attempt("probe rank", () -> comm.probe(size, 1));
    report.attempt("iProbe rank", () -> comm.iProbe(size, 1));
    requests(report, comm, size);
    collectives(report, comm, size);
    pair(report, comm, size);
    comm.free();
  }

  private static void requests(Report report, Intracomm comm, int size) {
    IntBuffer one = Values.buffer(1);
    report.attempt("iSend rank", () -> comm.iSend(one, 1, MPI.INT, size, 1));
    report.attempt("iRecv rank", () -> comm.iRecv(one, 1, MPI.INT, size, 1));
    report.attempt("isSend tag", () -> comm.isSend(one, 1, MPI.INT, 0, -4));
    report.attempt("sendInit count", () -> comm.sendInit(one, -2, MPI.INT, 0, 1));
    report.attempt("recvInit rank", () -> comm.recvInit(one, 1, MPI.INT, size, 1));
    report.attempt("mProbe rank", () -> new Message().mProbe(size, 1, comm));
    report.attempt(
        "no direct buffer", () -> comm.iSend(IntBuffer.wrap(new int[1]), 1, MPI.INT, 0, 1));
  }

  private static void collectives(Report report, Intracomm comm, int size) {
    int[] one = new int[1];
    int[] all = new int[size];
    report.attempt("bcast root", () -> comm.bcast(one, 1, MPI.INT, size));
    report.attempt("bcast root", () -> comm.bcast(one, 1, MPI.INT, -1));
    report.attempt("bcast count", () -> comm.bcast(one, -1, MPI.INT, 0));
    report.attempt("bcast type", () -> comm.bcast(one, 1, MPI.DATATYPE_NULL, 0));
    report.attempt("reduce root", () -> comm.reduce(one, 1, MPI.INT, MPI.SUM, size));
    report.attempt("gather root", () -> comm.gather(one, 1, MPI.INT, all, 1, MPI.INT, size));
    report.attempt("scatter root", () -> comm.scatter(all, 1, MPI.INT, one, 1, MPI.INT, size));
    report.attempt("allReduce count", () -> comm.allReduce(one, -1, MPI.INT, MPI.SUM));
    report.attempt(
        "allReduce operation", () -> comm.allReduce(new double[1], 1, MPI.DOUBLE, MPI.BAND));
    report.attempt("iBcast root", () -> comm.iBcast(Values.buffer(1), 1, MPI.INT, size));
    IntBuffer direct = Values.directBlank(size);
    report.attempt("allGather count", () -> comm.allGather(direct, -1, MPI.INT));
  }

  private static void pair(Report report, Intracomm comm, int size) {
    int[] one = new int[1];
    report.attempt(
        "sendRecv", () -> comm.sendRecv(one, 1, MPI.INT, size, 1, one, 1, MPI.INT, 0, 1));
    report.attempt("sendRecvReplace", () -> comm.sendRecvReplace(one, 1, MPI.INT, 0, -9, 0, 1));
    report.attempt("bSend without a buffer", () -> comm.bSend(one, 1, MPI.INT, 0, 1));
  }
}
