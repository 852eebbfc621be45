package org.legio.programs.transparency;

import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Communicators created from groups: all ranks backwards, every second, one alone. */
final class CreatedFromGroups implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    Group all = world.getGroup();
    Group backwards = all.incl(Values.steps(size, size - 1, -1));
    create(report, "backwards", backwards);
    Group second = all.rangeIncl(new int[][] {{0, size - 1, 2}});
    create(report, "every second", second);
    Group last = all.incl(new int[] {size - 1});
    create(report, "the last", last);
    for (Group group : new Group[] {all, backwards, second, last}) {
      group.free();
      report.say("freed", group.isNull());
    }
    Intracomm nobody = world.create(MPI.GROUP_EMPTY);
    report.say("nobody", nobody.isNull());
  }

  private static void create(Report report, String name, Group group) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    Intracomm created = world.create(group);
    report.say(name + " has me", !created.isNull());
    if (created.isNull()) {
      return;
    }
    talk(report, name, created);
    created.free();
    Intracomm byMembersOnly = world.createGroup(group, 17);
    talk(report, name + " by its members only", byMembersOnly);
    byMembersOnly.free();
  }

  private static void talk(Report report, String name, Intracomm comm) throws MPIException {
    int size = comm.getSize();
    int[] in = new int[1];
    comm.sendRecv(
        Values.of(comm.getRank(), 1),
        1,
        MPI.INT,
        (comm.getRank() + 1) % size,
        1,
        in,
        1,
        MPI.INT,
        (comm.getRank() + size - 1) % size,
        1);
    report.say(name + ": " + comm.getRank() + " of " + size, in);
  }
}
