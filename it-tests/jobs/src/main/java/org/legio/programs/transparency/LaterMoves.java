package org.legio.programs.transparency;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** The non-blocking collectives that move data, all begun before any is waited for. */
final class LaterMoves implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    IntBuffer own = Values.direct(rank, 2 * size);
    IntBuffer bcast = Values.direct(rank, 3);
    IntBuffer gathered = Values.directBlank(2 * size);
    IntBuffer scattered = Values.directBlank(2);
    IntBuffer all = Values.directBlank(2 * size);
    IntBuffer exchanged = Values.directBlank(2 * size);
    Request[] requests = {
      world.iBarrier(),
      world.iBcast(bcast, 3, MPI.INT, size - 1),
      world.iGather(own, 2, MPI.INT, gathered, 2, MPI.INT, 0),
      world.iScatter(own, 2, MPI.INT, scattered, 2, MPI.INT, size - 1),
      world.iAllGather(own, 2, MPI.INT, all, 2, MPI.INT),
      world.iAllToAll(own, 2, MPI.INT, exchanged, 2, MPI.INT),
    };
    Request.waitAll(requests);
    report.say("iBcast", bcast);
    report.say("iGather", gathered);
    report.say("iScatter", scattered);
    report.say("iAllGather", all);
    report.say("iAllToAll", exchanged);
    report.say("all null", Arrays.stream(requests).allMatch(Request::isNull));
    inPlace(world, report);
  }

  private static void inPlace(Intracomm world, Report report) throws MPIException {
    int size = world.getSize();
    boolean isRoot = world.getRank() == 0;
    IntBuffer rows = Values.direct(world.getRank(), isRoot ? 2 * size : 2);
    world.iGather(rows, 2, MPI.INT, 0).waitFor();
    report.say("iGather in place", rows);
    world.iScatter(rows, 2, MPI.INT, 0).waitFor();
    report.say("iScatter in place", rows);
    IntBuffer all = Values.direct(world.getRank(), size);
    Request request = world.iAllGather(all, 1, MPI.INT);
    while (!request.test()) {
      Thread.onSpinWait();
    }
    report.say("iAllGather in place", all);
    world.iBcast(all, 0, MPI.INT, 0).waitFor();
    report.say("iBcast of nothing", all);
  }
}
