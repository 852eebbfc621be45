package org.legio.programs.transparency;

import java.util.Arrays;
import mpi.Comm;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Duplicates of every kind: attributes, names and info; each its own context. */
final class Duplicates implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    Info info = new Info();
    info.set("color", "blue");
    Intracomm dup = world.dup();
    Intracomm clone = world.clone();
    Intracomm later = world.iDup();
    later.getRequest().waitFor();
    Intracomm informed = world.dupWithInfo(info);
    Comm anyKind = world;
    Comm general = anyKind.dup();
    Comm cloned = anyKind.clone();
    Comm laterToo = anyKind.iDup();
    Request request = laterToo.getRequest();
    request.waitFor();
    Comm informedToo = anyKind.dupWithInfo(MPI.INFO_NULL);
    Comm[] all = {dup, clone, later, informed, general, cloned, laterToo, informedToo};
    for (int i = 0; i < all.length; i++) {
      report.say("congruent", Comm.compare(all[i], world) == MPI.CONGRUENT);
      exchange(report, all[i], i);
    }
    for (int i = 0; i < all.length; i += 2) {
      all[i].free();
      all[i + 1].disconnect();
    }
    report.say("all null", Arrays.stream(all).allMatch(Comm::isNull));
    info.free();
  }

  private static void exchange(Report report, Comm comm, int salt) throws MPIException {
    int[] all = new int[comm.getSize()];
    comm.allGather(Values.of(comm.getRank() + salt, 1), 1, MPI.INT, all, 1, MPI.INT);
    report.say("duplicate " + salt, all);
  }
}
