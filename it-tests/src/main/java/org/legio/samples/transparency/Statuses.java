package org.legio.samples.transparency;

import mpi.Datatype;
import mpi.MPIException;
import mpi.Status;

/** Statuses in words. */
final class Statuses {
  private Statuses() {}

  /** Where a message is from, its tag and how many items it has. */
  static String of(Status status, Datatype type) throws MPIException {
    return "from "
        + status.getSource()
        + " tag "
        + status.getTag()
        + " count "
        + status.getCount(type)
        + (status.isCancelled() ? " cancelled" : "");
  }
}
