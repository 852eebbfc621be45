package org.legio.inprocess;

/** The natives of {@code mpi.Win} that Legio does not call. */
final class WinNatives extends Calls {

  WinNatives(RankState state) {
    super(state);
  }

  int createKeyval_jni() {
    return state.keys.newKey();
  }

  void freeKeyval_jni(int keyval) throws InProcessException {
    requireKey(keyval);
  }
}
