package org.legio.programs.transparency;

import mpi.Comm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Two camps of ranks: messages and collectives across, then merged into one. */
final class TwoCamps implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    report.say("no parent", Intercomm.getParent().isNull());
    if (world.getSize() < 2) {
      report.say("one rank makes no camps");
      return;
    }
    boolean isLow = world.getRank() < world.getSize() / 2;
    Intracomm camp = world.split(isLow ? 0 : 1, world.getRank());
    Intercomm across = world.createIntercomm(camp, 0, isLow ? world.getSize() / 2 : 0, 9);
    describe(report, across);
    messages(report, across);
    Intracomm merged = across.merge(isLow);
    report.say("merged: " + merged.getRank() + " of " + merged.getSize());
    int[] sum = {world.getRank()};
    merged.allReduce(sum, 1, MPI.INT, MPI.SUM);
    report.say("sum", sum);
    merged.free();
    copies(report, across);
    across.free();
    camp.free();
  }

  private static void describe(Report report, Intercomm across) throws MPIException {
    report.say("inter", across.isInter());
    report.say("here " + across.getRank() + " of " + across.getSize());
    report.say("there", across.getRemoteSize());
    Group remote = across.getRemoteGroup();
    Group local = across.getGroup();
    report.say("in neither and both", remote.getSize() + local.getSize());
    report.say("there as well", remote.getRank() == MPI.UNDEFINED);
    remote.free();
    local.free();
  }

  /** Everyone sends to everyone on the other side. */
  private static void messages(Report report, Intercomm across) throws MPIException {
    int there = across.getRemoteSize();
    Request[] sends = new Request[there];
    for (int to = 0; to < there; to++) {
      sends[to] = across.iSend(Values.buffer(10 * across.getRank() + to), 1, MPI.INT, to, 3);
    }
    int[] sum = new int[1];
    for (int from = 0; from < there; from++) {
      int[] in = new int[1];
      Status status = across.recv(in, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
      sum[0] += in[0];
      report.say("count", status.getCount(MPI.INT));
    }
    Request.waitAll(sends);
    report.say("received", sum);
  }

  private static void copies(Report report, Intercomm across) throws MPIException {
    Intercomm later = across.iDup();
    later.getRequest().waitFor();
    for (Intercomm copy :
        new Intercomm[] {across.dup(), across.clone(), later, across.dupWithInfo(MPI.INFO_NULL)}) {
      copy.barrier();
      report.say(
          "copy", copy.getRemoteSize() + " " + (Comm.compare(copy, across) == MPI.CONGRUENT));
      copy.disconnect();
    }
  }
}
