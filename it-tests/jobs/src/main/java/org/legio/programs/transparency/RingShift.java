package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Shifts round a ring and along a line whose ends have no neighbor. */
final class RingShift implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    int right = (rank + 1) % size;
    int left = (rank + size - 1) % size;
    int[] out = Values.of(rank, 3);
    int[] in = Values.blank(3);
    Status status = world.sendRecv(out, 3, MPI.INT, right, 1, in, 3, MPI.INT, left, MPI.ANY_TAG);
    report.say("ring " + Statuses.of(status, MPI.INT), in);
    status = world.sendRecvReplace(out, 3, MPI.INT, left, 2, right, 2);
    report.say("back " + Statuses.of(status, MPI.INT), out);
    IntBuffer direct = Values.direct(rank, 2);
    status = world.sendRecvReplace(direct, 2, MPI.INT, right, 3, MPI.ANY_SOURCE, 3);
    report.say("direct " + Statuses.of(status, MPI.INT), direct);
    line(world, report, rank == size - 1 ? MPI.PROC_NULL : rank + 1, rank - 1);
  }

  private static void line(Intracomm world, Report report, int next, int before)
      throws MPIException {
    int previous = before < 0 ? MPI.PROC_NULL : before;
    int[] out = Values.of(world.getRank(), 2);
    IntBuffer in = Values.directBlank(2);
    Status status = world.sendRecv(out, 2, MPI.INT, next, 4, in, 2, MPI.INT, previous, 4);
    report.say("line", in);
    report.say("nobody", status.getSource() == MPI.PROC_NULL);
    report.say("count", status.getCount(MPI.INT));
    world.send(out, 2, MPI.INT, MPI.PROC_NULL, 5);
    report.say("empty", world.probe(MPI.PROC_NULL, 5).getCount(MPI.INT));
  }
}
