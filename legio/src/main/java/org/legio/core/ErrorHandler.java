package org.legio.core;

import org.legio.ulfm.Outcome;

/**
 * The error handler that the program believes to be set on a communicator. MPI itself always
 * returns its errors to us; those that are not the death of a process are then dealt with as the
 * program wants it. MPI standard 4.0, section 9.3.
 */
public final class ErrorHandler {
  private final Context context;
  private final long alias;
  private volatile long handle;

  ErrorHandler(Context context, long alias, long handle) {
    this.context = context;
    this.alias = alias;
    this.handle = handle;
  }

  long handle() {
    return handle;
  }

  void set(long newHandle) {
    handle = newHandle;
  }

  /** Whether errors are thrown at the program; they end the job otherwise. */
  boolean returns() {
    return handle == context.binding().errorsReturn();
  }

  /** The exception for the program; does not return if the job has to end. */
  public Exception raise(String call, Exception thrown) throws Exception {
    if (returns() || context.binding().outcome(thrown) == Outcome.FOREIGN) {
      return thrown;
    }
    throw context
        .policies()
        .abort(
            context.binding().errorCode(thrown),
            call
                + " on "
                + context.pmpi().getName(alias)
                + " failed: "
                + thrown.getMessage()
                + "; its error handler is not MPI.ERRORS_RETURN, so the job ends");
  }
}
