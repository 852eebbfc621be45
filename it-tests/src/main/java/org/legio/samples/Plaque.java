package org.legio.samples;

import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;

/** What stands at a cage of the zoo: prints a line a call, with what the call returned. */
final class Plaque {
  private final String place;
  private final int rank = MPI.COMM_WORLD.getRank();

  Plaque(String place) throws MPIException {
    this.place = place;
  }

  /** Makes the call and prints its digest. */
  void show(String call, Exhibit exhibit) throws MPIException {
    Object seen = exhibit.call();
    System.out.println("rank " + rank + " " + place + " " + call + ": " + digest(seen));
  }

  private static String digest(Object seen) {
    if (seen instanceof int[] ints) {
      return ints.length <= 8
          ? Arrays.toString(ints)
          : ints.length + " ints " + Integer.toHexString(Arrays.hashCode(ints));
    }
    return seen.toString();
  }

  /** One call and what is to be seen of it. */
  interface Exhibit {
    Object call() throws MPIException;
  }
}
