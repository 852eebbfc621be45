package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Waits and tests with null requests, and with no request at all. */
final class NullRequests implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Request none = MPI.REQUEST_NULL;
    report.say("null", none.isNull());
    Status status = none.waitStatus();
    report.say("any", status.getSource() == MPI.ANY_SOURCE && status.getTag() == MPI.ANY_TAG);
    report.say("empty", status.getCount(MPI.INT));
    report.say("test", none.test());
    report.say("testStatus", none.testStatus().getCount(MPI.BYTE));
    report.say("getStatus", none.getStatus().getCount(MPI.BYTE));
    none.waitFor();
    many(report, new Request[] {none, none});
    many(report, new Request[0]);
    mixed(report);
  }

  private static void many(Report report, Request[] requests) throws MPIException {
    Request.waitAll(requests);
    report.say("waitAllStatus", Request.waitAllStatus(requests).length);
    report.say("testAll", Request.testAll(requests));
    report.say("testAllStatus", Request.testAllStatus(requests).length);
    report.say("waitAny", Request.waitAny(requests) == MPI.UNDEFINED);
    report.say("testAny", Request.testAny(requests) == MPI.UNDEFINED);
    report.say("waitAnyStatus", Request.waitAnyStatus(requests).getIndex() == MPI.UNDEFINED);
    report.say("testAnyStatus", Request.testAnyStatus(requests).getIndex() == MPI.UNDEFINED);
  }

  private static void mixed(Report report) throws MPIException {
    Intracomm self = MPI.COMM_SELF;
    IntBuffer in = Values.directBlank(1);
    Request[] requests = {MPI.REQUEST_NULL, self.iRecv(in, 1, MPI.INT, 0, 1), MPI.REQUEST_NULL};
    report.say("not yet", Request.testAll(requests));
    self.send(Values.of(7, 1), 1, MPI.INT, 0, 1);
    report.say("which", Request.waitAny(requests));
    report.say("what", in);
  }
}
