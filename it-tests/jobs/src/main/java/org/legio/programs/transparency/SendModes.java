package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** The four blocking modes of sending, round a ring, from arrays, direct buffers and slices. */
final class SendModes implements Program {
  @Override
  public void run(Report report) throws MPIException {
    MPI.attachBuffer(new byte[1 << 14]);
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    show(report, "array", Values.of(rank, 4));
    show(report, "direct", Values.direct(rank, 4));
    show(report, "slice of an array", MPI.slice(Values.of(rank, 9), 5));
    show(report, "slice of a buffer", MPI.slice(Values.direct(rank, 9), 5));
    report.say("detached", MPI.detachBuffer().length);
  }

  private static void show(Report report, String kind, Object out) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int right = (world.getRank() + 1) % world.getSize();
    show(report, "send " + kind, tag -> world.send(out, 4, MPI.INT, right, tag), 1);
    show(report, "bSend " + kind, tag -> world.bSend(out, 4, MPI.INT, right, tag), 2);
    show(report, "sSend " + kind, tag -> world.sSend(out, 4, MPI.INT, right, tag), 3);
    show(report, "rSend " + kind, tag -> world.rSend(out, 4, MPI.INT, right, tag), 4);
  }

  private static void show(Report report, String call, Sending sending, int tag)
      throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int left = (world.getRank() + world.getSize() - 1) % world.getSize();
    IntBuffer in = Values.directBlank(5);
    Request request = world.iRecv(in, 5, MPI.INT, left, tag);
    world.barrier();
    sending.send(tag);
    report.say(call + " " + Statuses.of(request.waitStatus(), MPI.INT), in);
  }

  private interface Sending {
    void send(int tag) throws MPIException;
  }
}
