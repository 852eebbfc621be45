package org.legio.programs.transparency;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** A matrix is transposed by exchanges of every shape: allToAll, allToAllv, allToAllw. */
final class Transpose implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    int[] in = new int[2 * size];
    world.allToAll(Values.of(rank, 2 * size), 2, MPI.INT, in, 2, MPI.INT);
    report.say("allToAll", in);
    IntBuffer direct = Values.directBlank(size);
    world.allToAll(Values.direct(rank, size), 1, MPI.INT, direct, 1, MPI.INT);
    report.say("direct", direct);
    uneven(world, report);
    typed(world, report);
  }

  /** Rank s sends (s + r) mod 3 ints to rank r. */
  private static void uneven(Intracomm world, Report report) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    int[] counts = new int[size];
    Arrays.setAll(counts, other -> (rank + other) % 3);
    int[] starts = Values.steps(size, 0, 3);
    IntBuffer in = Values.directBlank(3 * size);
    world.allToAllv(
        Values.direct(rank, 3 * size), counts, starts, MPI.INT, in, counts, starts, MPI.INT);
    report.say("allToAllv", in);
  }

  /** Ints to lower ranks, shorts elsewhere: as many bytes either way. */
  private static void typed(Intracomm world, Report report) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    int[] counts = Values.each(size, 1);
    int[] bytes = Values.steps(size, 0, 4);
    Datatype pair = Datatype.createContiguous(2, MPI.INT);
    pair.commit();
    Datatype[] types = new Datatype[size];
    Arrays.setAll(types, other -> (rank + other) % 2 == 0 ? MPI.INT : pair);
    int[] starts = Values.steps(size, 0, 8);
    IntBuffer in = Values.directBlank(2 * size);
    world.allToAllw(
        Values.direct(rank, 2 * size), counts, starts, types, in, counts, starts, types);
    report.say("allToAllw", in);
    Datatype[] ints = new Datatype[size];
    Arrays.fill(ints, MPI.INT);
    IntBuffer reversed = Values.directBlank(size);
    int[] back = Values.steps(size, 4 * (size - 1), -4);
    world.allToAllw(Values.direct(rank, size), counts, bytes, ints, reversed, counts, back, ints);
    report.say("allToAllw backwards", reversed);
    pair.free();
  }
}
