package org.legio.samples.nas;

import java.util.Locale;
import mpi.MPI;
import mpi.MPIException;

/** A kernel of the NAS Parallel Benchmarks, ready to run on all ranks. */
public interface Kernel {
  /** The exit status of a program that is refused. */
  int REFUSED = 2;

  /**
   * Runs it from its begin to its end. Collective over all ranks, and repeatable.
   *
   * @return the result, the same at all ranks
   */
  Result run() throws MPIException;

  /**
   * What a kernel has computed.
   *
   * @param value as text, without digits that depend on the order of additions
   * @param isVerified whether it is what the benchmark demands
   */
  record Result(String value, boolean isVerified) {
    static Result of(String name, double value, boolean isVerified) {
      return new Result(String.format(Locale.ROOT, "%s %.10e", name, value), isVerified);
    }
  }

  /** Makes a kernel for a class of problem. */
  @FunctionalInterface
  interface Maker {
    /**
     * Makes the kernel of a class.
     *
     * @throws IllegalArgumentException whose message is one line, if it cannot run on so many ranks
     */
    Kernel of(ProblemClass size) throws MPIException;
  }

  /** Runs a program that is a kernel; its argument is the class. Rank 0 prints the result. */
  static void main(String name, String[] args, Maker maker) throws MPIException {
    String[] own = MPI.Init(args);
    boolean isPrinting = MPI.COMM_WORLD.getRank() == 0;
    Kernel kernel;
    ProblemClass size;
    try {
      size = ProblemClass.of(own);
      kernel = maker.of(size);
    } catch (IllegalArgumentException e) {
      if (isPrinting) {
        System.err.println(name + ": " + e.getMessage());
      }
      MPI.Finalize();
      System.exit(REFUSED);
      return;
    }
    Result result = kernel.run();
    if (isPrinting) {
      System.out.println(
          "%s class %s on %d ranks: %s, %s"
              .formatted(
                  name,
                  size,
                  MPI.COMM_WORLD.getSize(),
                  result.value,
                  result.isVerified ? "verified" : "not verified"));
    }
    MPI.Finalize();
  }

  /**
   * Requires a number of ranks that is a power of two.
   *
   * @param most the largest allowed
   * @throws IllegalArgumentException if the job has another
   */
  static void requirePowerOfTwo(int most) throws MPIException {
    int ranks = MPI.COMM_WORLD.getSize();
    if (Integer.bitCount(ranks) != 1 || ranks > most) {
      throw new IllegalArgumentException(
          "%d ranks cannot share this problem; use a power of two, at most %d"
              .formatted(ranks, most));
    }
  }
}
