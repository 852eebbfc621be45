package org.legio.programs.transparency;

import mpi.Datatype;
import mpi.MPIException;
import mpi.Status;

/** Describes statuses for reports. */
final class Statuses {
  private Statuses() {}

  /** The source of a message, its tag and the number of its items. */
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
