package org.legio.programs.transparency;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Everyone collects from everyone: allGather and allGatherv, in place too. */
final class EveryoneKnows implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    int[] all = new int[2 * size];
    world.allGather(Values.of(rank, 2), 2, MPI.INT, all, 2, MPI.INT);
    report.say("allGather", all);
    all[2 * rank + 1] = -rank;
    world.allGather(all, 2, MPI.INT);
    report.say("in place", all);
    IntBuffer direct = Values.directBlank(size);
    world.allGather(MPI.slice(all, 2 * rank), 1, MPI.INT, direct, 1, MPI.INT);
    report.say("direct from a slice", direct);
    uneven(world, report);
    double[] doubles = new double[size];
    world.allGather(new double[] {rank / 2.0}, 1, MPI.DOUBLE, doubles, 1, MPI.DOUBLE);
    report.say("doubles", doubles);
    world.allGather(doubles, 0, MPI.DOUBLE, all, 0, MPI.INT);
    report.say("nothing", all);
  }

  private static void uneven(Intracomm world, Report report) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    int[] counts = Values.steps(size, size - 1, -1);
    int[] starts = Values.steps(size, 0, size);
    IntBuffer own = Values.direct(rank, size);
    IntBuffer all = Values.directBlank(size * size);
    world.allGatherv(own, counts[rank], MPI.INT, all, counts, starts, MPI.INT);
    report.say("allGatherv", all);
    all.put(starts[rank], -rank);
    world.allGatherv(all, counts, starts, MPI.INT);
    report.say("allGatherv in place", all);
    int[] everyone = Values.blank(4 * size);
    world.allGatherv(
        Values.of(rank, 2),
        2,
        MPI.INT,
        everyone,
        Values.each(size, 2),
        Values.steps(size, 2, 2),
        MPI.INT);
    report.say("array", Arrays.copyOf(everyone, 2 * size + 2));
  }
}
