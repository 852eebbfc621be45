package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Both neighbors' halos by persistent requests that are started together. */
final class PersistentHalo implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    int left = rank == 0 ? MPI.PROC_NULL : rank - 1;
    int right = rank == size - 1 ? MPI.PROC_NULL : rank + 1;
    IntBuffer cells = Values.buffer(-1, rank, rank + 10, -1);
    Prequest[] halo = {
      world.recvInit(MPI.slice(cells, 0), 1, MPI.INT, left, 1),
      world.recvInit(MPI.slice(cells, 3), 1, MPI.INT, right, 2),
      world.sendInit(MPI.slice(cells, 1), 1, MPI.INT, left, 2),
      world.sendInit(MPI.slice(cells, 2), 1, MPI.INT, right, 1),
    };
    for (int step = 0; step < 3; step++) {
      Prequest.startAll(halo);
      Status[] statuses = Request.waitAllStatus(halo);
      report.say("step " + step, cells);
      report.say("from the left", statuses[0].getSource() == left);
      report.say("from the right", statuses[1].getSource() == right);
      cells.put(1, cells.get(1) + Math.max(0, cells.get(0)));
      cells.put(2, cells.get(2) + Math.max(0, cells.get(3)));
    }
    report.say("inactive is complete", Request.testAll(halo));
    for (Prequest request : halo) {
      request.free();
    }
  }
}
