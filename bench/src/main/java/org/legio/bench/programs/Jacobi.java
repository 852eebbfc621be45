package org.legio.bench.programs;

import java.io.IOException;
import mpi.MPI;
import mpi.MPIException;
import org.legio.samples.Jacobi2D;

/** The sample {@link Jacobi2D}: blocks of a square exchange their borders with four neighbors. */
public final class Jacobi extends Application {
  private static final int CELLS = 512;
  private static final int SWEEPS = 50;

  private final Jacobi2D jacobi = new Jacobi2D(CELLS);

  private Jacobi() throws MPIException {}

  /** Runs it; WORK is the number of rounds. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] left = MPI.Init(args);
    Preloaded.require();
    new Jacobi().measure(left);
  }

  @Override
  String name() {
    return "2-D Jacobi";
  }

  @Override
  void run(int rounds) throws MPIException {
    jacobi.run(SWEEPS * rounds);
  }
}
