package org.legio.programs.transparency;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** The world is split by color, backwards by key, and by shared memory. */
final class OddAndEven implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    Intracomm half = world.split(rank % 2, -rank);
    describe(report, "half", half);
    Intracomm nested = half.split(0, half.getRank());
    describe(report, "all of the half", nested);
    nested.free();
    half.free();
    report.say("freed", half.isNull() && nested.isNull());
    Intracomm some = world.split(rank == 0 ? MPI.UNDEFINED : 3, 0);
    report.say("rank 0 has none", some.isNull() == (rank == 0));
    if (!some.isNull()) {
      describe(report, "all but rank 0", some);
      some.free();
    }
    Intracomm host = world.splitType(Comm.TYPE_SHARED, rank, MPI.INFO_NULL);
    describe(report, "on this host", host);
    host.free();
    Intracomm none = world.splitType(MPI.UNDEFINED, rank, MPI.INFO_NULL);
    report.say("none", none.isNull());
  }

  private static void describe(Report report, String name, Intracomm comm) throws MPIException {
    int[] sum = {MPI.COMM_WORLD.getRank()};
    comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
    int[] first = {MPI.COMM_WORLD.getRank()};
    comm.bcast(first, 1, MPI.INT, 0);
    report.say(
        name, comm.getRank() + " of " + comm.getSize() + ", sum " + sum[0] + ", first " + first[0]);
    report.say("like the world", relation(Comm.compare(comm, MPI.COMM_WORLD)));
  }

  private static String relation(int result) {
    if (result == MPI.IDENT) {
      return "identical";
    } else if (result == MPI.CONGRUENT) {
      return "congruent";
    }
    return result == MPI.SIMILAR ? "similar" : result == MPI.UNEQUAL ? "unequal" : "?";
  }
}
