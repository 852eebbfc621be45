package org.legio.programs.transparency;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Sums of which everyone keeps a share: reduceScatter and reduceScatterBlock. */
final class ReducedShares implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    int[] counts = Values.steps(size, 1, 1);
    int total = Arrays.stream(counts).sum();
    int[] share = new int[counts[rank]];
    world.reduceScatter(Values.of(rank, total), share, counts, MPI.INT, MPI.SUM);
    report.say("reduceScatter", share);
    int[] inPlace = Values.of(rank, total);
    world.reduceScatter(inPlace, counts, MPI.INT, MPI.MAX);
    report.say("in place", Arrays.copyOf(inPlace, counts[rank]));
    int[] block = new int[2];
    world.reduceScatterBlock(Values.of(rank, 2 * size), block, 2, MPI.INT, MPI.SUM);
    report.say("reduceScatterBlock", block);
    IntBuffer direct = Values.direct(rank, 2 * size);
    world.reduceScatterBlock(direct, 2, MPI.INT, MPI.MIN);
    report.say("in place", new int[] {direct.get(0), direct.get(1)});
    counts[0] = 0;
    IntBuffer rest = Values.directBlank(rank + 1);
    world.reduceScatter(Values.direct(rank, total - 1), rest, counts, MPI.INT, MPI.SUM);
    report.say("nothing for rank 0", rest);
  }
}
