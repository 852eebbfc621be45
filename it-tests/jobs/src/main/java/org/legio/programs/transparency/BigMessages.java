package org.legio.programs.transparency;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Messages too long to be sent before they are received. */
final class BigMessages implements Program {
  private static final int LENGTH = 200_000;

  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int right = (rank + 1) % world.getSize();
    int left = (rank + world.getSize() - 1) % world.getSize();
    int[] out = Values.steps(LENGTH, rank, 3);
    int[] in = new int[LENGTH];
    Status status = world.sendRecv(out, LENGTH, MPI.INT, right, 1, in, LENGTH, MPI.INT, left, 1);
    report.say(Statuses.of(status, MPI.INT), Arrays.hashCode(in));
    IntBuffer direct = Values.buffer(out);
    IntBuffer blank = Values.directBlank(LENGTH);
    Request[] requests = {
      world.iRecv(blank, LENGTH, MPI.INT, left, 2), world.isSend(direct, LENGTH, MPI.INT, right, 2)
    };
    Request.waitAll(requests);
    report.say("direct", blank.equals(Values.buffer(in)));
    status = world.sendRecvReplace(out, LENGTH, MPI.INT, left, 3, right, 3);
    report.say(Statuses.of(status, MPI.INT), Arrays.hashCode(out));
    world.bcast(out, LENGTH, MPI.INT, world.getSize() - 1);
    report.say("bcast", Arrays.hashCode(out));
    world.allReduce(in, LENGTH, MPI.INT, MPI.SUM);
    report.say("allReduce", Arrays.hashCode(in));
  }
}
