package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Non-blocking collectives on two communicators while messages go round. */
final class OverlappedWork implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    Intracomm other = world.dup();
    int rank = world.getRank();
    int right = (rank + 1) % world.getSize();
    int left = (rank + world.getSize() - 1) % world.getSize();
    IntBuffer sum = Values.direct(rank, 1);
    IntBuffer largest = Values.direct(rank, 1);
    IntBuffer in = Values.directBlank(1);
    for (int step = 0; step < 5; step++) {
      Request[] requests = {
        world.iAllReduce(sum, 1, MPI.INT, MPI.SUM),
        other.iAllReduce(largest, 1, MPI.INT, MPI.MAX),
        world.iRecv(in, 1, MPI.INT, left, step),
        other.iBarrier(),
        world.iSend(Values.direct(step, 1), 1, MPI.INT, right, step),
      };
      int done = 0;
      while (done < requests.length) {
        done += Request.waitAny(requests) == MPI.UNDEFINED ? 0 : 1;
      }
      report.say("step " + step, new int[] {sum.get(0), largest.get(0), in.get(0)});
      sum.put(0, sum.get(0) % 1000 + rank);
      largest.put(0, sum.get(0) - step);
    }
    other.free();
  }
}
