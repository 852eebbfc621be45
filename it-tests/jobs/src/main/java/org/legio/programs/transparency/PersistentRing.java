package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;

/** Persistent requests of every mode, started again and again, alone and together. */
final class PersistentRing implements Program {
  private static final int LENGTH = 3;

  @Override
  public void run(Report report) throws MPIException {
    MPI.attachBuffer(new byte[1 << 14]);
    Intracomm world = MPI.COMM_WORLD;
    int right = (world.getRank() + 1) % world.getSize();
    int left = (world.getRank() + world.getSize() - 1) % world.getSize();
    IntBuffer out = Values.directBlank(LENGTH);
    show(report, "sendInit", out, world.sendInit(out, LENGTH, MPI.INT, right, 1), left, 1);
    show(report, "bSendInit", out, world.bSendInit(out, LENGTH, MPI.INT, right, 2), left, 2);
    show(report, "sSendInit", out, world.sSendInit(out, LENGTH, MPI.INT, right, 3), left, 3);
    show(report, "rSendInit", out, world.rSendInit(out, LENGTH, MPI.INT, right, 4), left, 4);
    MPI.detachBuffer();
  }

  private static void show(
      Report report, String call, IntBuffer out, Prequest send, int left, int tag)
      throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    IntBuffer in = Values.directBlank(LENGTH);
    Prequest receive = world.recvInit(in, LENGTH, MPI.INT, left, tag);
    for (int round = 0; round < 3; round++) {
      out.put(0, 10 * world.getRank() + round);
      receive.start();
      world.barrier();
      send.start();
      report.say(call + " " + Statuses.of(receive.waitStatus(), MPI.INT), in);
      send.waitFor();
    }
    report.say("still there", !send.isNull() && !receive.isNull());
    send.free();
    receive.free();
    report.say("freed", send.isNull() && receive.isNull());
  }
}
