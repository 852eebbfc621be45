package org.legio.runtime.engine;

/** The natives of the start and the end of MPI. */
final class LifeCycleCalls extends Calls {
  private static final int THREAD_SINGLE = 0;

  LifeCycleCalls(RankState state) {
    super(state);
  }

  private void begin(int threadLevel) {
    universe.initialized();
    state.lifeCycle.begin(threadLevel);
  }

  String[] init(String[] arguments) {
    begin(THREAD_SINGLE);
    return arguments;
  }

  int initThread(String[] arguments, int required) {
    int provided = Math.min(required, universe.maxThreads());
    begin(provided);
    return provided;
  }

  void finalizeMpi() {
    universe.finalized();
    state.lifeCycle.end();
  }

  String libraryVersion() {
    return "Open MPI v5.0.7 (Legio's own runtime)";
  }
}
