package org.legio.runtime.engine;

/** The natives of {@code mpi.Errhandler}: the handles of the predefined error handlers. */
final class ErrhandlerNatives extends Calls {

  ErrhandlerNatives(RankState state) {
    super(state);
  }

  long getFatal() {
    return Predefined.ERRORS_ARE_FATAL;
  }

  long getAbort() {
    return Predefined.ERRORS_ABORT;
  }

  long getReturn() {
    return Predefined.ERRORS_RETURN;
  }
}
