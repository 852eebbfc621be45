package org.legio.programs;

import java.io.PrintStream;
import java.util.Arrays;
import mpi.MPIException;

/** Prints a line for each call of a zoo program, with a digest of the call's result. */
final class Plaque {
  private final String place;
  private final PrintStream out;

  Plaque(String place, PrintStream out) {
    this.place = place;
    this.out = out;
  }

  /** Makes the call and prints its digest. */
  void show(String call, Exhibit exhibit) throws MPIException {
    Object seen = exhibit.call();
    out.println(place + " " + call + ": " + digest(seen));
  }

  /**
   * Makes a call that may fail, and prints its digest or the class of its error: MPI has no say in
   * the words.
   */
  void tell(String call, Exhibit exhibit) {
    try {
      show(call, exhibit);
    } catch (MPIException e) {
      out.println(place + " " + call + " threw class " + e.getErrorClass());
    } catch (IllegalStateException | NullPointerException e) {
      out.println(place + " " + call + " threw " + e.getClass().getSimpleName());
    }
  }

  private static String digest(Object seen) {
    if (seen instanceof int[] ints) {
      return ints.length <= 8
          ? Arrays.toString(ints)
          : ints.length + " ints " + Integer.toHexString(Arrays.hashCode(ints));
    }
    return seen.toString();
  }

  /** One call; returns the data to print. */
  interface Exhibit {
    Object call() throws MPIException;
  }
}
