package org.legio.bench.programs;

import java.io.IOException;
import mpi.MPI;
import mpi.MPIException;

/** {@link Docking} of a database of {@value #LIGANDS} ligands, however many ranks share them. */
public final class DatabaseDocking extends Docking {
  /** The number of rounds. */
  public static final int ROUNDS = 10;

  private static final int LIGANDS = 113_000;

  private DatabaseDocking() throws MPIException {
    super(Math.max(1, Math.round((float) LIGANDS / ROUNDS / MPI.COMM_WORLD.getSize())));
  }

  /** Runs it; WORK is {@link #ROUNDS}. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] left = MPI.Init(args);
    Preloaded.require();
    new DatabaseDocking().measure(left);
  }

  @Override
  String name() {
    return "docking of 113K ligands";
  }
}
