package org.legio.programs.transparency;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** The non-blocking reductions, separate and in place. */
final class LaterReductions implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    IntBuffer own = Values.direct(rank, 3);
    IntBuffer sum = Values.directBlank(3);
    IntBuffer max = Values.directBlank(3);
    IntBuffer soFar = Values.directBlank(3);
    IntBuffer before = Values.directBlank(3);
    Request[] requests = {
      world.iReduce(own, sum, 3, MPI.INT, MPI.SUM, 0),
      world.iAllReduce(own, max, 3, MPI.INT, MPI.MAX),
      world.iScan(own, soFar, 3, MPI.INT, MPI.SUM),
      world.iExScan(own, before, 3, MPI.INT, MPI.SUM),
    };
    Request.waitAll(requests);
    report.say("iReduce", rank == 0 ? sum : "elsewhere");
    report.say("iAllReduce", max);
    report.say("iScan", soFar);
    report.say("iExScan", rank == 0 ? "undefined" : before);
    inPlace(world, report);
    shares(world, report);
  }

  private static void inPlace(Intracomm world, Report report) throws MPIException {
    int rank = world.getRank();
    IntBuffer reduced = Values.direct(rank, 3);
    IntBuffer all = Values.direct(rank, 3);
    IntBuffer soFar = Values.direct(rank, 3);
    IntBuffer before = Values.direct(rank, 3);
    world.iReduce(reduced, 3, MPI.INT, MPI.SUM, 0).waitFor();
    world.iAllReduce(all, 3, MPI.INT, MPI.MIN).waitFor();
    world.iScan(soFar, 3, MPI.INT, MPI.SUM).waitFor();
    world.iExScan(before, 3, MPI.INT, MPI.SUM).waitFor();
    report.say("iReduce", rank == 0 ? reduced : "elsewhere");
    report.say("iAllReduce", all);
    report.say("iScan", soFar);
    report.say("iExScan", rank == 0 ? "undefined" : before);
  }

  private static void shares(Intracomm world, Report report) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    int[] counts = Values.steps(size, 1, 1);
    int total = Arrays.stream(counts).sum();
    IntBuffer own = Values.direct(rank, total);
    IntBuffer share = Values.directBlank(counts[rank]);
    world.iReduceScatter(own, share, counts, MPI.INT, MPI.SUM).waitFor();
    report.say("iReduceScatter", share);
    world.iReduceScatter(own, counts, MPI.INT, MPI.MAX).waitFor();
    report.say("in place", own.get(0));
    IntBuffer even = Values.direct(rank, 2 * size);
    IntBuffer block = Values.directBlank(2);
    world.iReduceScatterBlock(even, block, 2, MPI.INT, MPI.SUM).waitFor();
    report.say("iReduceScatterBlock", block);
    world.iReduceScatterBlock(even, 2, MPI.INT, MPI.MIN).waitFor();
    report.say("in place", even.get(1));
  }
}
