package org.legio.programs;

import java.io.IOException;
import java.io.PrintStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Accesses windows of every kind in every kind of epoch, and writes down the results and the
 * memory's content.
 *
 * <p>Usage: {@code WindowZoo FOLDER}. Every rank writes a line a call into FOLDER/rank-R, or to
 * standard output if FOLDER is {@code -}; two runs on as many ranks write the same.
 */
public final class WindowZoo {
  private WindowZoo() {}

  public static void main(String[] args) throws MPIException, IOException {
    String[] own = MPI.Init(args);
    int rank = MPI.COMM_WORLD.getRank();
    try (PrintStream out = ZooBook.open(own[0], rank)) {
      visit("world", MPI.COMM_WORLD, out);
      visit("self", MPI.COMM_SELF, out);
      Intracomm half = MPI.COMM_WORLD.split(rank % 2, -rank);
      visit("half", half, out);
      half.free();
    }
    System.out.println("rank " + rank + ": the windows are closed");
    MPI.Finalize();
  }

  private static void visit(String place, Intracomm comm, PrintStream out) throws MPIException {
    for (WindowKind kind : WindowKind.values()) {
      Plaque plaque = new Plaque(place + " " + kind, out);
      WindowUnderTest window = new WindowUnderTest(kind, comm);
      new ZooWindowAccesses(window, plaque).show();
      new ZooWindowEpochs(window, plaque).show();
      window.win().free();
      plaque.show("free", () -> "freed");
    }
  }
}
