package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Windows whose memory MPI allocates, apart and shared, and one without any at first. */
final class AllocatedWindows implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    for (int flavor : new int[] {Win.FLAVOR_PRIVATE, Win.FLAVOR_SHARED}) {
      IntBuffer address = MPI.newIntBuffer(2);
      Win win = new Win(4, 1, MPI.INFO_NULL, world, address, flavor);
      report.say("address", address.get(0) != 0 || address.get(1) != 0);
      exchange(world, report, win);
      win.free();
    }
    dynamic(world, report);
  }

  private static void exchange(Intracomm world, Report report, Win win) throws MPIException {
    int right = (world.getRank() + 1) % world.getSize();
    IntBuffer in = Values.directBlank(2);
    win.fence(0);
    win.put(Values.direct(world.getRank(), 2), 2, MPI.INT, right, 2, 2, MPI.INT);
    win.fence(0);
    win.get(in, 2, MPI.INT, right, 2, 2, MPI.INT);
    win.fence(0);
    report.say("back", in);
  }

  /** Displacements in a dynamic window are addresses, which Java does not tell. */
  private static void dynamic(Intracomm world, Report report) throws MPIException {
    Win win = new Win(MPI.INFO_NULL, world);
    IntBuffer memory = Values.buffer(1, 2);
    win.attach(memory, 2);
    win.fence(0);
    win.fence(0);
    win.detach(memory);
    win.free();
    report.say("dynamic", memory);
  }
}
