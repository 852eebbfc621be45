package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Freeable;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Win;

/** Puts, gets and accumulates into the neighbor's window between fences. */
final class WindowFences implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int right = (rank + 1) % world.getSize();
    IntBuffer memory = Values.direct(rank, 6);
    Win win = new Win(memory, 6, 1, MPI.INFO_NULL, world);
    win.fence(MPI.MODE_NOPRECEDE);
    win.put(Values.direct(rank, 2), 2, MPI.INT, right, 1, 2, MPI.INT);
    win.fence(0);
    report.say("put", memory);
    IntBuffer in = Values.directBlank(3);
    win.get(in, 3, MPI.INT, right, 0, 3, MPI.INT);
    win.fence(0);
    report.say("got", in);
    for (Op op : new Op[] {MPI.SUM, MPI.MAX, MPI.REPLACE}) {
      win.accumulate(Values.direct(rank + 1, 1), 1, MPI.INT, right, 4, 1, MPI.INT, op);
      win.fence(0);
      report.say("accumulated", memory);
      world.barrier();
    }
    win.accumulate(Values.buffer(1000), 1, MPI.INT, 0, 5, 1, MPI.INT, MPI.SUM);
    win.put(Values.buffer(7), 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT);
    win.put(Values.buffer(7), 0, MPI.INT, right, 0, 0, MPI.INT);
    win.fence(MPI.MODE_NOSUCCEED);
    report.say("everyone's into rank 0", memory);
    Group group = win.getGroup();
    report.say("group", group.getSize() + ", rank " + group.getRank());
    group.free();
    Freeable freeable = win;
    freeable.free();
  }
}
