package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Receivers that learn the length of a message before they receive it. */
final class ProbedSizes implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    IntBuffer out = Values.direct(rank, rank + 3);
    Request[] sends = new Request[size];
    for (int to = 0; to < size; to++) {
      sends[to] = world.iSend(out, (rank + to) % 4, MPI.INT, to, 10 + to);
    }
    for (int from = 0; from < size; from++) {
      receive(world, report, from % 2 == 0 ? world.probe(from, 10 + rank) : poll(world, from));
    }
    Request.waitAll(sends);
    world.barrier();
    report.say("nothing left", world.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG) == null);
  }

  private static Status poll(Intracomm world, int from) throws MPIException {
    Status status = world.iProbe(from, MPI.ANY_TAG);
    while (status == null) {
      Thread.onSpinWait();
      status = world.iProbe(from, MPI.ANY_TAG);
    }
    return status;
  }

  private static void receive(Intracomm world, Report report, Status probed) throws MPIException {
    int[] in = new int[probed.getCount(MPI.INT)];
    Status status = world.recv(in, in.length, MPI.INT, probed.getSource(), probed.getTag());
    report.say(Statuses.of(probed, MPI.INT) + " = " + Statuses.of(status, MPI.INT), in);
  }
}
