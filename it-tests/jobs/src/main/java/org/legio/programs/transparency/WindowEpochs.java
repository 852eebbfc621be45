package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Windows exposed to a group and accessed by one: post, start, complete, wait. */
final class WindowEpochs implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int right = (rank + 1) % world.getSize();
    int left = (rank + world.getSize() - 1) % world.getSize();
    IntBuffer memory = Values.directBlank(2);
    Win win = new Win(memory, 2, 1, MPI.INFO_NULL, world);
    Group all = world.getGroup();
    Group target = all.incl(new int[] {right});
    Group origin = all.incl(new int[] {left});
    for (int round = 0; round < 3; round++) {
      IntBuffer value = Values.buffer(rank, round);
      win.post(origin, 0);
      win.start(target, 0);
      win.put(value, 2, MPI.INT, right, 0, 2, MPI.INT);
      win.complete();
      if (round == 1) {
        win.waitFor();
      } else {
        while (!win.test()) {
          Thread.onSpinWait();
        }
      }
      report.say("round " + round, memory);
    }
    win.free();
    all.free();
    target.free();
    origin.free();
  }
}
