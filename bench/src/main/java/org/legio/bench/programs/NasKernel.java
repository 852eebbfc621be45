package org.legio.bench.programs;

import java.io.IOException;
import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;
import org.legio.samples.nas.ConjugateGradient;
import org.legio.samples.nas.IntegerSort;
import org.legio.samples.nas.Kernel;
import org.legio.samples.nas.MultiGrid;
import org.legio.samples.nas.ProblemClass;

/**
 * A kernel of the NAS benchmarks, as in the samples, whose result is verified.
 *
 * <p>Usage: {@code NasKernel KERNEL CLASS} and the arguments of an application; WORK is the number
 * of runs.
 */
public final class NasKernel extends Application {
  private final Name kernel;
  private final NasClass size;
  private final Kernel prepared;

  private NasKernel(Name kernel, NasClass size) throws MPIException {
    this.kernel = kernel;
    this.size = size;
    prepared = kernel.maker.of(ProblemClass.valueOf(size.name()));
  }

  /** The kernels by the benchmarks' names. */
  @SuppressWarnings("ImmutableEnumChecker") // the makers are constructors
  public enum Name {
    CG(ConjugateGradient::new, "allReduce", 795),
    IS(IntegerSort::new, "allToAllv", 10),
    MG(MultiGrid::new, "allGather", 4);

    private final Kernel.Maker maker;
    private final String call;
    private final int calls;

    Name(Kernel.Maker maker, String call, int calls) {
      this.maker = maker;
      this.call = call;
      this.calls = calls;
    }

    /** A call that each rank makes evenly through a run on more than one. */
    public String call() {
      return call;
    }

    /** How often it makes that. */
    public int calls() {
      return calls;
    }

    /** Whether it has a class. */
    public boolean has(NasClass size) {
      return Arrays.stream(ProblemClass.values()).anyMatch(has -> has.name().equals(size.name()));
    }
  }

  /** Runs it, with the arguments of the class comment. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] left = MPI.Init(args);
    Preloaded.require();
    new NasKernel(Name.valueOf(left[0]), NasClass.valueOf(left[1]))
        .measure(Arrays.copyOfRange(left, 2, left.length));
  }

  @Override
  String name() {
    return kernel + " class " + size;
  }

  @Override
  void run(int runs) throws MPIException {
    for (int i = 0; i < runs; i++) {
      Kernel.Result result = prepared.run();
      if (isComplete() && !result.isVerified()) {
        throw new IllegalStateException(name() + ": the result is " + result.value());
      }
    }
  }
}
