package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Freeable;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Cancels receives for which no message comes; one gets its message first. */
final class Cancellations implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    IntBuffer in = Values.directBlank(2);
    Request request = world.iRecv(in, 2, MPI.INT, rank, 41);
    report.say("nothing yet", request.test());
    request.cancel();
    report.say("cancelled", request.waitStatus().isCancelled());
    Request fromAnyone = world.iRecv(in, 2, MPI.INT, MPI.ANY_SOURCE, 42);
    fromAnyone.cancel();
    report.say("cancelled", fromAnyone.waitStatus().isCancelled());
    Prequest persistent = world.recvInit(in, 2, MPI.INT, rank, 43);
    persistent.start();
    persistent.cancel();
    report.say("cancelled", persistent.waitStatus().isCancelled());
    persistent.start();
    world.send(Values.of(rank, 2), 2, MPI.INT, rank, 43);
    report.say("started again " + Statuses.of(persistent.waitStatus(), MPI.INT), in);
    persistent.free();
    late(world, report, rank);
  }

  private static void late(Intracomm world, Report report, int rank) throws MPIException {
    IntBuffer in = Values.directBlank(2);
    Request request = world.iRecv(in, 2, MPI.INT, rank, 44);
    world.send(Values.of(rank, 2), 2, MPI.INT, rank, 44);
    Status status = request.getStatus();
    while (status == null) {
      status = request.getStatus();
    }
    request.cancel();
    report.say("too late to cancel", request.waitStatus().isCancelled());
    Request send = world.iSend(in, 2, MPI.INT, MPI.PROC_NULL, 45);
    Freeable freeable = send;
    freeable.free();
    report.say("freed", send.isNull());
  }
}
