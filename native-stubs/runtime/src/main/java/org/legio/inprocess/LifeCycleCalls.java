package org.legio.inprocess;

/** The natives of the start and the end of MPI. */
final class LifeCycleCalls extends Calls {

  LifeCycleCalls(RankState state) {
    super(state);
  }

  String[] init(String[] arguments) {
    return arguments;
  }

  int initThread(String[] arguments, int required) {
    return required;
  }

  void finalizeMpi() {}

  String libraryVersion() {
    return "Open MPI v5.0.7, imitated in-process";
  }
}
