package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** The four immediate modes of sending, round a ring, completed by wait. */
final class ImmediateModes implements Program {
  @Override
  public void run(Report report) throws MPIException {
    MPI.attachBuffer(new byte[1 << 14]);
    Intracomm world = MPI.COMM_WORLD;
    int right = (world.getRank() + 1) % world.getSize();
    IntBuffer out = Values.direct(world.getRank(), 6);
    IntBuffer tail = MPI.slice(out, 4);
    show(report, "iSend", tag -> world.iSend(out, 6, MPI.INT, right, tag), 1);
    show(report, "ibSend", tag -> world.ibSend(out, 6, MPI.INT, right, tag), 2);
    show(report, "isSend", tag -> world.isSend(out, 6, MPI.INT, right, tag), 3);
    show(report, "irSend", tag -> world.irSend(out, 6, MPI.INT, right, tag), 4);
    show(report, "iSend of a slice", tag -> world.iSend(tail, 2, MPI.INT, right, tag), 5);
    show(report, "iSend of nothing", tag -> world.iSend(tail, 0, MPI.INT, right, tag), 6);
    MPI.detachBuffer();
  }

  private static void show(Report report, String call, Sending sending, int tag)
      throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int left = (world.getRank() + world.getSize() - 1) % world.getSize();
    IntBuffer in = Values.directBlank(7);
    Request receive = world.iRecv(in, 7, MPI.INT, left, tag);
    world.barrier();
    Request send = sending.send(tag);
    Status status = receive.waitStatus();
    send.waitFor();
    report.say(call + " " + Statuses.of(status, MPI.INT), in);
    report.say("null now", send.isNull() && receive.isNull());
  }

  private interface Sending {
    Request send(int tag) throws MPIException;
  }
}
