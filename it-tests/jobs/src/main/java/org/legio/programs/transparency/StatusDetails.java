package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Count;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** The fields of a status, those that a program may write, and counts as objects. */
final class StatusDetails implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm self = MPI.COMM_SELF;
    IntBuffer in = Values.directBlank(5);
    Request request = self.iRecv(in, 5, MPI.INT, 0, 1);
    self.send(Values.of(1, 3), 3, MPI.INT, 0, 1);
    Status status = request.waitStatus();
    Datatype pair = Datatype.createContiguous(2, MPI.INT);
    pair.commit();
    report.say("ints", status.getCount(MPI.INT));
    report.say("bytes", status.getCount(MPI.BYTE));
    report.say("not a whole number of pairs", status.getCount(pair) == MPI.UNDEFINED);
    report.say("elements", status.getElements(pair));
    report.say("elements", status.getElementsX(pair).getCount());
    status.setElements(MPI.INT, 2);
    report.say("set", status.getCount(MPI.INT) + " " + status.getCount(pair));
    status.setElementsX(MPI.INT, new Count(4));
    report.say("set", status.getElementsX(MPI.INT).getCount());
    status.setCancelled(true);
    report.say("cancelled", status.isCancelled());
    status.setCancelled(false);
    report.say("cancelled", status.isCancelled());
    pair.free();
    Count three = new Count(3);
    Count four = new Count(3);
    report.say("equal", three.equals(four));
    four.setCount(4);
    report.say("equal", three.equals(four));
    report.say("order", Integer.signum(three.compareTo(four)));
  }
}
