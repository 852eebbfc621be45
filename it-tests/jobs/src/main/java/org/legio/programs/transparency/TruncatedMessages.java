package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Messages longer than the room for them: at receive, at wait, in several requests. */
final class TruncatedMessages implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm comm = MPI.COMM_WORLD.dup();
    comm.setErrhandler(MPI.ERRORS_RETURN);
    int right = (comm.getRank() + 1) % comm.getSize();
    int left = (comm.getRank() + comm.getSize() - 1) % comm.getSize();
    IntBuffer out = Values.direct(comm.getRank(), 4);
    Request[] sends = new Request[6];
    for (int i = 0; i < sends.length; i++) {
      sends[i] = comm.iSend(out, 4, MPI.INT, right, i);
    }
    IntBuffer in = Values.directBlank(2);
    report.attempt("recv", () -> comm.recv(in, 2, MPI.INT, left, 0));
    report.attempt("into an array", () -> comm.recv(new int[2], 2, MPI.INT, left, 1));
    Request request = comm.iRecv(in, 2, MPI.INT, left, 2);
    report.attempt("wait", request::waitStatus);
    report.say("request is null", request.isNull());
    Request tested = comm.iRecv(in, 2, MPI.INT, MPI.ANY_SOURCE, 3);
    report.attempt("test", () -> testUntilDone(tested));
    IntBuffer whole = Values.directBlank(4);
    comm.probe(left, 5); // a waitAll that fails need not wait for the others
    Request[] both = {comm.iRecv(in, 2, MPI.INT, left, 4), comm.iRecv(whole, 4, MPI.INT, left, 5)};
    report.attempt("waitAll", () -> Request.waitAll(both));
    report.say("the other one", whole);
    Request.waitAll(sends);
    replaced(report, comm, left, right);
    comm.free();
  }

  private static void testUntilDone(Request request) throws MPIException {
    while (!request.test()) {
      Thread.onSpinWait();
    }
  }

  private static void replaced(Report report, Intracomm comm, int left, int right)
      throws MPIException {
    int[] four = Values.of(comm.getRank(), 4);
    int[] two = new int[2];
    report.attempt(
        "sendRecv",
        () -> comm.sendRecv(four, 4, MPI.INT, right, 7, two, 2, MPI.INT, left, MPI.ANY_TAG));
    report.attempt("afterwards", comm::barrier);
    comm.sendRecv(four, 2, MPI.INT, right, 8, two, 2, MPI.INT, left, 8);
    report.say("still fine", two);
  }
}
