package org.legio.samples;

import java.io.PrintStream;
import java.util.Arrays;
import mpi.MPIException;

/** What stands at a cage of the zoo: prints a line a call, with what the call returned. */
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

  /** Likewise, for a call that may fail: prints what class of error it threw. */
  void tell(String call, Exhibit exhibit) {
    try {
      show(call, exhibit);
    } catch (MPIException e) {
      out.println(place + " " + call + " threw class " + e.getErrorClass() + ": " + e.getMessage());
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

  /** One call and what is to be seen of it. */
  interface Exhibit {
    Object call() throws MPIException;
  }
}
