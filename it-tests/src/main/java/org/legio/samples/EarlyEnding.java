package org.legio.samples;

import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.MPIException;

/**
 * Ends one rank in a given way before it has come through {@code MPI.Init}, or all ranks.
 *
 * <p>Usage: {@code EarlyEnding before|inside MODE RANK}: the rank ends while the others are inside
 * {@code MPI.Init}; {@code before} it has called it itself, or {@code inside} it. RANK {@code all}
 * has every rank end before. The modes are those of {@link Ending}.
 */
public final class EarlyEnding {
  private EarlyEnding() {}

  /** Ends or initialises MPI. */
  public static void main(String[] args) throws MPIException, InterruptedException {
    Ending.Mode mode = Ending.Mode.of(args[1]);
    String rank = System.getenv("PMIX_RANK");
    if (args[2].equals("all")) {
      System.out.println("rank " + rank + ": usage: see the manual");
      mode.end();
      return;
    }
    if (args[2].equals(rank)) {
      System.out.println("rank " + rank + ": ends");
      if (args[0].equals("before")) {
        mode.end();
        return;
      }
      new Thread(() -> endSoon(mode), "the rank's end").start();
    } else if (args[0].equals("inside")) {
      TimeUnit.SECONDS.sleep(3); // the other is inside for so long
    }
    MPI.Init(args);
    MPI.COMM_WORLD.barrier();
    MPI.Finalize();
    System.out.println("rank " + rank + ": done");
  }

  /** When the main thread has come into MPI's call. */
  private static void endSoon(Ending.Mode mode) {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while waiting for the end", e);
    }
    mode.end();
  }
}
