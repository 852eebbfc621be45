package org.legio.bench.programs;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
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
    ProblemClass problem = ProblemClass.valueOf(size.name());
    prepared =
        switch (kernel) {
          case CG -> new ConjugateGradient(problem);
          case IS -> new IntegerSort(problem);
          case MG -> new MultiGrid(problem);
        };
  }

  /** The kernels by the benchmarks' names; the launcher, which lacks the samples, uses them. */
  public enum Name {
    CG("allReduce", 795),
    IS("allToAllv", 10),
    MG("allGather", 4);

    private final String call;
    private final int calls;

    Name(String call, int calls) {
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

    /** The kernels that have a class; none above A. */
    public static List<Name> of(NasClass size) {
      return size.compareTo(NasClass.A) <= 0 ? List.of(Name.values()) : List.of();
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
