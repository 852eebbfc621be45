package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Rows go out from a root and come back, in place at the root too. */
final class GatherScatter implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    for (int root = 0; root < size; root++) {
      boolean isRoot = world.getRank() == root;
      int[] table = isRoot ? Values.of(5, 2 * size) : new int[0];
      int[] row = Values.blank(2);
      world.scatter(table, 2, MPI.INT, row, 2, MPI.INT, root);
      report.say("row from " + root, row);
      row[1] += world.getRank();
      world.gather(row, 2, MPI.INT, table, 2, MPI.INT, root);
      report.say("table at " + root, table);
      int[] inPlace = isRoot ? Values.of(6, 2 * size) : Values.blank(2);
      world.scatter(inPlace, 2, MPI.INT, root);
      report.say("scatter in place from " + root, inPlace);
      inPlace[inPlace.length - 1] += 7;
      world.gather(inPlace, 2, MPI.INT, root);
      report.say("gather in place at " + root, inPlace);
    }
    direct(world, report);
  }

  private static void direct(Intracomm world, Report report) throws MPIException {
    int size = world.getSize();
    IntBuffer table = Values.direct(5, 3 * size);
    IntBuffer row = Values.directBlank(3);
    world.scatter(table, 3, MPI.INT, row, 3, MPI.INT, size - 1);
    report.say("direct", row);
    world.gather(MPI.slice(row, 1), 1, MPI.INT, table, 1, MPI.INT, size - 1);
    report.say("column", table);
  }
}
