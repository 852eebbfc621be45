package org.legio.programs;

import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.MPIException;

/**
 * Ends one rank, or all ranks, in a given way before the end of their {@code MPI.Init}.
 *
 * <p>Usage: {@code EarlyEnding before|inside MODE RANK}. The rank ends while the others are inside
 * {@code MPI.Init}: {@code before} its own call of it, or {@code inside} it. With {@code all} as
 * RANK every rank ends before. The modes are those of {@link Ending}.
 */
public final class EarlyEnding {
  private EarlyEnding() {}

  /** Ends or initializes MPI. */
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
      TimeUnit.SECONDS.sleep(3); // keeps the ending rank inside, because it waits for this one
    }
    MPI.Init(args);
    MPI.COMM_WORLD.barrier();
    MPI.Finalize();
    System.out.println("rank " + rank + ": done");
  }

  /** Ends this process after a second, when the main thread is inside MPI's call. */
  private static void endSoon(Ending.Mode mode) {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while waiting for the end", e);
    }
    mode.end();
  }
}
