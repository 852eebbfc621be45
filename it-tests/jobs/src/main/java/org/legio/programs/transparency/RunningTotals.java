package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Running totals over the ranks: scan and exScan, in place too. */
final class RunningTotals implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int[] total = Values.blank(2);
    world.scan(Values.of(rank, 2), total, 2, MPI.INT, MPI.SUM);
    report.say("scan", total);
    int[] inPlace = Values.of(rank, 2);
    world.scan(inPlace, 2, MPI.INT, MPI.MAX);
    report.say("in place", inPlace);
    IntBuffer before = Values.directBlank(2);
    world.exScan(Values.direct(rank, 2), before, 2, MPI.INT, MPI.SUM);
    report.say("exScan", rank == 0 ? "undefined" : before);
    IntBuffer also = Values.direct(rank, 2);
    world.exScan(also, 2, MPI.INT, MPI.SUM);
    report.say("in place", rank == 0 ? "undefined" : also);
    long[] offset = new long[1];
    world.exScan(new long[] {1L << 33}, offset, 1, MPI.LONG, MPI.SUM);
    report.say("offset", rank == 0 ? 0 : offset[0]);
  }
}
