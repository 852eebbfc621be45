package org.legio.programs.transparency;

import java.util.ArrayList;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Messages of one tag arrive in order; others may be taken out of order. */
final class MessageOrder implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int right = (rank + 1) % world.getSize();
    int left = (rank + world.getSize() - 1) % world.getSize();
    Request[] sends = new Request[9];
    for (int i = 0; i < sends.length; i++) {
      sends[i] = world.iSend(Values.buffer(100 * rank + i), 1, MPI.INT, right, i % 3);
    }
    List<Integer> seen = new ArrayList<>();
    for (int tag = 2; tag >= 0; tag--) {
      for (int i = 0; i < 3; i++) {
        int[] in = new int[1];
        world.recv(in, 1, MPI.INT, left, tag);
        seen.add(in[0]);
      }
    }
    Request.waitAll(sends);
    report.say("seen", seen);
    apart(world, report, left, right);
  }

  /**
   * Sends with the same source and tag on two communicators; their messages must not be mixed up.
   */
  private static void apart(Intracomm world, Report report, int left, int right)
      throws MPIException {
    Intracomm other = world.dup();
    Request[] sends = {
      world.iSend(Values.buffer(1), 1, MPI.INT, right, 7),
      other.iSend(Values.buffer(2), 1, MPI.INT, right, 7),
    };
    int[] in = new int[2];
    other.recv(MPI.slice(in, 1), 1, MPI.INT, left, 7);
    world.recv(MPI.slice(in, 0), 1, MPI.INT, left, 7);
    Request.waitAll(sends);
    report.say("world, duplicate", in);
    other.free();
  }
}
