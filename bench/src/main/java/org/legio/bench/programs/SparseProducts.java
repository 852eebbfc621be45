package org.legio.bench.programs;

import java.io.IOException;
import mpi.MPI;
import mpi.MPIException;
import org.legio.samples.SparseMatrixVector;

/** The sample {@link SparseMatrixVector}: all ranks gather the vector after each product. */
public final class SparseProducts extends Application {
  private static final int ROWS = 20_000;
  private static final int PRODUCTS = 20;

  private final SparseMatrixVector matrix = new SparseMatrixVector(ROWS);

  private SparseProducts() throws MPIException {}

  /** Runs it; WORK is the number of rounds. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] left = MPI.Init(args);
    Preloaded.require();
    new SparseProducts().measure(left);
  }

  @Override
  String name() {
    return "sparse matrix-vector";
  }

  @Override
  void run(int rounds) throws MPIException {
    matrix.run(PRODUCTS * rounds);
  }
}
