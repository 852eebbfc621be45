package org.legio.programs;

import mpi.MPIException;

/** A call that may be wrong. */
interface Mistake {
  String make() throws MPIException;

  /** The result of a call, or the class of its error: its message is the library's own. */
  static String outcome(Mistake mistake) {
    try {
      return mistake.make();
    } catch (MPIException e) {
      return "error class " + e.getErrorClass();
    }
  }
}
