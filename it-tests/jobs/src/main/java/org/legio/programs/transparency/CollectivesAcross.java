package org.legio.programs.transparency;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Collectives between two camps, from a root and from everyone to everyone. */
final class CollectivesAcross implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    if (world.getSize() < 2) {
      report.say("one rank makes no camps");
      return;
    }
    boolean isLow = world.getRank() < world.getSize() / 2;
    Intracomm camp = world.split(isLow ? 0 : 1, world.getRank());
    Intercomm across = world.createIntercomm(camp, 0, isLow ? world.getSize() / 2 : 0, 9);
    int root = isLow ? across.getRank() == 0 ? MPI.ROOT : MPI.PROC_NULL : 0;
    across.barrier();
    rooted(report, across, root);
    toAll(report, across);
    later(report, across, root);
    across.free();
    camp.free();
  }

  private static void rooted(Report report, Intercomm across, int root) throws MPIException {
    int there = across.getRemoteSize();
    boolean isRoot = root == MPI.ROOT;
    IntBuffer news = Values.direct(across.getRank() + 5, 2);
    across.bcast(news, 2, MPI.INT, root);
    report.say("bcast", news);
    IntBuffer all = Values.directBlank(2 * there);
    across.gather(Values.direct(across.getRank(), 2), 2, MPI.INT, all, 2, MPI.INT, root);
    report.say("gather", isRoot ? all : "elsewhere");
    IntBuffer part = Values.directBlank(2);
    across.scatter(Values.direct(3, 2 * there), 2, MPI.INT, part, 2, MPI.INT, root);
    report.say("scatter", root == 0 ? part : "elsewhere");
    IntBuffer sum = Values.directBlank(2);
    across.reduce(Values.direct(across.getRank(), 2), sum, 2, MPI.INT, MPI.SUM, root);
    report.say("reduce", isRoot ? sum : "elsewhere");
  }

  private static void toAll(Report report, Intercomm across) throws MPIException {
    int there = across.getRemoteSize();
    IntBuffer own = Values.direct(across.getRank(), 2 * there);
    IntBuffer all = Values.directBlank(2 * there);
    across.allGather(own, 2, MPI.INT, all, 2, MPI.INT);
    report.say("allGather", all);
    IntBuffer exchanged = Values.directBlank(2 * there);
    across.allToAll(own, 2, MPI.INT, exchanged, 2, MPI.INT);
    report.say("allToAll", exchanged);
    IntBuffer typed = Values.directBlank(2 * there);
    int[] two = Values.steps(there, 2, 0);
    int[] bytes = Values.steps(there, 0, 2 * Integer.BYTES);
    Datatype[] ints = new Datatype[there];
    Arrays.fill(ints, MPI.INT);
    across.allToAllw(own, two, bytes, ints, typed, two, bytes, ints);
    report.say("allToAllw", typed);
    across.iAllToAllw(own, two, bytes, ints, exchanged, two, bytes, ints).waitFor();
    report.say("iAllToAllw", exchanged);
    IntBuffer sum = Values.directBlank(2);
    across.allReduce(own, sum, 2, MPI.INT, MPI.SUM);
    report.say("allReduce", sum);
    int[] counts = Values.steps(there, 1, 1);
    int[] starts = Values.steps(there, 0, there + 1);
    IntBuffer uneven = Values.directBlank((there + 1) * there);
    IntBuffer mine = Values.direct(across.getRank(), across.getRank() + 1);
    across.allGatherv(mine, across.getRank() + 1, MPI.INT, uneven, counts, starts, MPI.INT);
    report.say("allGatherv", uneven);
  }

  private static void later(Report report, Intercomm across, int root) throws MPIException {
    across.iBarrier().waitFor();
    IntBuffer news = Values.direct(across.getRank() + 7, 2);
    across.iBcast(news, 2, MPI.INT, root).waitFor();
    report.say("iBcast", news);
    IntBuffer sum = Values.directBlank(1);
    across.iAllReduce(Values.direct(1, 1), sum, 1, MPI.INT, MPI.SUM).waitFor();
    report.say("iAllReduce", sum);
  }
}
