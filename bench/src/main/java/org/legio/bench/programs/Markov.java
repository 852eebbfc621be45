package org.legio.bench.programs;

import java.io.IOException;
import mpi.MPI;
import mpi.MPIException;
import org.legio.samples.MarkovChain;

/** The sample {@link MarkovChain}: a vector is summed and scattered in each step. */
public final class Markov extends Application {
  private static final int STATES = 4000;
  private static final int STEPS = 100;

  private final MarkovChain chain = new MarkovChain(STATES);

  private Markov() throws MPIException {}

  /** Runs it; WORK is the number of rounds. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] left = MPI.Init(args);
    Preloaded.require();
    new Markov().measure(left);
  }

  @Override
  String name() {
    return "Markov chain";
  }

  @Override
  void run(int rounds) throws MPIException {
    for (int step = 0; step < STEPS * rounds; step++) {
      chain.step();
    }
  }
}
