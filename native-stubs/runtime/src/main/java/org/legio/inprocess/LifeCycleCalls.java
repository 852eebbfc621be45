package org.legio.inprocess;

/** The natives of the start and the end of MPI. */
final class LifeCycleCalls extends Calls {

  LifeCycleCalls(RankState state) {
    super(state);
  }

  String[] init(String[] arguments) {
    universe.initialised();
    return arguments;
  }

  int initThread(String[] arguments, int required) {
    universe.initialised();
    return required;
  }

  void finalizeMpi() {
    universe.finalised();
  }

  String libraryVersion() {
    return "Open MPI v5.0.7, imitated in-process";
  }
}
