package org.legio.programs.transparency;

import mpi.CartComm;
import mpi.CartParms;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;

/** A grid whose rows wrap round: coordinates, shifts, rows of it, duplicates of it. */
final class CartesianGrid implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int[] dims = {0, 0};
    CartComm.createDims(world.getSize(), dims);
    report.say("dims", dims);
    boolean[] periods = {false, true};
    CartComm grid = world.createCart(dims, periods, false);
    report.say("kind", grid.getTopology() == MPI.CART);
    CartParms parms = grid.getTopo();
    for (int d = 0; d < parms.getDimCount(); d++) {
      report.say("dim", parms.getDim(d) + " " + parms.getPeriod(d) + " at " + parms.getCoord(d));
      ShiftParms shift = grid.shift(d, 1);
      report.say("left", name(shift.getRankSource()));
      report.say("right", name(shift.getRankDest()));
    }
    int[] coords = grid.getCoords(grid.getRank());
    report.say("coordinates", coords);
    report.say("and back", grid.getRank(coords));
    report.say("wrapped", grid.getRank(new int[] {coords[0], coords[1] + dims[1]}));
    report.say("map", grid.map(dims, periods));
    row(report, grid.sub(new boolean[] {false, true}));
    duplicates(report, grid);
    grid.free();
    leftOver(report, world);
  }

  private static String name(int rank) {
    return rank == MPI.PROC_NULL ? "nobody" : "rank " + rank;
  }

  private static void row(Report report, CartComm row) throws MPIException {
    int[] sum = {row.getRank() + 1};
    row.allReduce(sum, 1, MPI.INT, MPI.SUM);
    report.say("row of " + row.getSize() + " in " + row.getTopo().getDimCount(), sum);
    row.free();
  }

  private static void duplicates(Report report, CartComm grid) throws MPIException {
    CartComm later = grid.iDup();
    later.getRequest().waitFor();
    for (CartComm copy :
        new CartComm[] {grid.dup(), grid.clone(), later, grid.dupWithInfo(MPI.INFO_NULL)}) {
      report.say("copy", copy.getTopo().getDim(1));
      report.say("shift of the copy", name(copy.shift(0, 1).getRankDest()));
      copy.free();
    }
  }

  private static void leftOver(Report report, Intracomm world) throws MPIException {
    int fewer = Math.max(1, world.getSize() - 1);
    CartComm line = world.createCart(new int[] {fewer}, new boolean[] {true}, true);
    report.say("left over", line.isNull());
    if (!line.isNull()) {
      report.say("line", line.getSize());
      line.free();
    }
  }
}
