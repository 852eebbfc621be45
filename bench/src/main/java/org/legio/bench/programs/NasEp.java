package org.legio.bench.programs;

import java.io.IOException;
import mpi.MPI;
import mpi.MPIException;
import org.legio.samples.EpGenerator;

/**
 * The NAS benchmark EP, as the sample {@link EpGenerator}: in each round every rank draws a block
 * of pairs, and all share the sums. Without deaths its result is verified.
 */
public final class NasEp extends Application {
  private final NasClass size;

  private NasEp(NasClass size) {
    this.size = size;
  }

  /** Runs it; WORK is {@link NasClass#log2Pairs}. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] left = MPI.Init(args);
    Preloaded.require();
    new NasEp(NasClass.of(Integer.parseInt(left[0]))).measure(left);
  }

  @Override
  String name() {
    return "EP class " + size;
  }

  /** A small class is enough for compilers. */
  @Override
  void warmUp(int log2Pairs) throws MPIException {
    run(NasClass.S.log2Pairs());
  }

  @Override
  void run(int log2Pairs) throws MPIException {
    EpGenerator generator = new EpGenerator(log2Pairs);
    for (int round = 0; generator.hasBlocks(); round++) {
      beginRound(round);
      generator.drawBlocks();
    }
    if (isComplete()) {
      NasClass.of(log2Pairs).require(generator.sums());
    }
  }
}
