package org.legio.runtime.engine;

/** The natives of {@code mpi.Request} that Legio does not call. */
final class RequestNatives extends Calls {

  RequestNatives(RankState state) {
    super(state);
  }

  long getNull() {
    return Predefined.REQUEST_NULL;
  }
}
