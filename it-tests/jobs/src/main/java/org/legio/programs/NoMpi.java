package org.legio.programs;

import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.MPIException;

/**
 * A program that never initializes MPI and ends in a given way.
 *
 * <p>Usage: {@code NoMpi MODE [ask]}; the modes are those of {@link Ending}. With {@code ask} it
 * calls what may be called without {@code MPI_Init}, and the ranks end one after the other.
 */
public final class NoMpi {
  private static final long STEP_MS = 300;

  private NoMpi() {}

  /** Ends. */
  public static void main(String[] args) throws MPIException, InterruptedException {
    if (args.length > 1) {
      System.out.println("version " + MPI.getVersion().getVersion());
      System.out.println("library " + !MPI.getLibVersion().isEmpty());
      System.out.println("initialized " + MPI.isInitialized() + " " + MPI.isFinalized());
      TimeUnit.MILLISECONDS.sleep(STEP_MS * Integer.parseInt(System.getenv("PMIX_RANK")));
      System.out.println("end");
    }
    Ending.Mode.of(args[0]).end();
  }
}
