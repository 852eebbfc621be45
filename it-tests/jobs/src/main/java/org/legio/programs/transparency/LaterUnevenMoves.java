package org.legio.programs.transparency;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** The non-blocking collectives with a count for each rank. */
final class LaterUnevenMoves implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    int[] counts = Values.steps(size, 0, 1);
    int[] starts = Values.steps(size, 1, size);
    IntBuffer own = Values.direct(rank, size * size + 1);
    IntBuffer gathered = Values.directBlank(size * size + 1);
    IntBuffer scattered = Values.directBlank(size);
    IntBuffer all = Values.directBlank(size * size + 1);
    Request[] requests = {
      world.iGatherv(own, rank, MPI.INT, gathered, counts, starts, MPI.INT, size - 1),
      world.iScatterv(own, counts, starts, MPI.INT, scattered, rank, MPI.INT, 0),
      world.iAllGatherv(own, rank, MPI.INT, all, counts, starts, MPI.INT),
    };
    Request.waitAllStatus(requests);
    report.say("iGatherv", gathered);
    report.say("iScatterv", scattered);
    report.say("iAllGatherv", all);
    world.iAllGatherv(own, counts, starts, MPI.INT).waitFor();
    report.say("iAllGatherv in place", own);
    inPlace(world, report, counts, starts);
    exchange(world, report);
  }

  private static void inPlace(Intracomm world, Report report, int[] counts, int[] starts)
      throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    IntBuffer buffer = Values.direct(rank, size * size + 1);
    if (rank == 0) {
      world.iGatherv(buffer, counts, starts, MPI.INT, 0).waitFor();
      report.say("iGatherv in place", buffer);
      world.iScatterv(buffer, counts, starts, MPI.INT, 0).waitFor();
    } else {
      world.iGatherv(buffer, rank, MPI.INT, 0).waitFor();
      world.iScatterv(buffer, rank, MPI.INT, 0).waitFor();
    }
    report.say("iScatterv in place", buffer);
  }

  private static void exchange(Intracomm world, Report report) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    int[] counts = new int[size];
    Arrays.setAll(counts, other -> (rank + other) % 3);
    IntBuffer out = Values.direct(rank, 3 * size);
    IntBuffer in = Values.directBlank(3 * size);
    int[] starts = Values.steps(size, 0, 3);
    world.iAllToAllv(out, counts, starts, MPI.INT, in, counts, starts, MPI.INT).waitFor();
    report.say("iAllToAllv", in);
    Datatype[] types = new Datatype[size];
    Arrays.fill(types, MPI.INT);
    IntBuffer typed = Values.directBlank(3 * size);
    int[] bytes = Values.steps(size, 0, 12);
    world.iAllToAllw(out, counts, bytes, types, typed, counts, bytes, types).waitFor();
    report.say("iAllToAllw", typed);
  }
}
