package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/** Messages that are taken out of the queue first and received later. */
final class MatchedProbes implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int right = (rank + 1) % world.getSize();
    int left = (rank + world.getSize() - 1) % world.getSize();
    IntBuffer out = Values.direct(rank, 4);
    Request[] sends = {
      world.iSend(out, 4, MPI.INT, right, 1),
      world.iSend(out, 2, MPI.INT, right, 1),
      world.iSend(out, 3, MPI.INT, right, 2),
    };
    Message first = new Message();
    report.say("no message yet", first.isNull());
    Status firstStatus = first.mProbe(left, 1, world);
    report.say("first " + Statuses.of(firstStatus, MPI.INT), first.isNull());
    Message second = new Message();
    Status secondStatus = second.mProbe(MPI.ANY_SOURCE, 1, world);
    int[] array = Values.blank(2);
    report.say("second " + Statuses.of(second.mRecv(array, 2, MPI.INT), MPI.INT), array);
    report.say("same", secondStatus.getCount(MPI.INT));
    IntBuffer in = Values.directBlank(4);
    report.say("first " + Statuses.of(first.mRecv(in, 4, MPI.INT), MPI.INT), in);
    report.say("received", first.isNull() && second.isNull());
    takeLast(world, report, left);
    Request.waitAll(sends);
    takeFromNobody(world, report);
  }

  private static void takeLast(Intracomm world, Report report, int left) throws MPIException {
    Message message = new Message();
    Status status = message.imProbe(left, MPI.ANY_TAG, world);
    while (status == null) {
      Thread.onSpinWait();
      status = message.imProbe(left, MPI.ANY_TAG, world);
    }
    IntBuffer in = Values.directBlank(3);
    Request request = message.imRecv(in, status.getCount(MPI.INT), MPI.INT);
    report.say("third " + Statuses.of(request.waitStatus(), MPI.INT), in);
  }

  private static void takeFromNobody(Intracomm world, Report report) throws MPIException {
    Message message = new Message();
    Status status = message.mProbe(MPI.PROC_NULL, 1, world);
    report.say("nobody", status.getSource() == MPI.PROC_NULL);
    report.say("nobody's message", message.isNoProc());
    int[] in = Values.blank(1);
    report.say("count", message.mRecv(in, 1, MPI.INT).getCount(MPI.INT));
    report.say("nothing", new Message().imProbe(MPI.ANY_SOURCE, 99, world) == null);
  }
}
