package org.legio.runtime.engine;

/** The natives of {@code mpi.Comm} that Legio does not call. */
final class CommNatives extends Calls {
  private static final int SELF = 1;

  CommNatives(RankState state) {
    super(state);
  }

  void init(Class<?> owner) {
    BindingFields.setStatic(owner, "nullHandle", Predefined.COMM_NULL);
  }

  /** Sets the handle of a communicator that the binding knows by a number. */
  void getComm(Object self, int type) {
    BindingFields.set(self, "handle", type == SELF ? state.self.handle : state.world.handle);
  }

  int packSize(long comm, int inCount, long type) throws MpiErrorException {
    Comm found = comm(comm);
    requireCount(found, inCount);
    return inCount * type(found, type).size();
  }

  long getInfo(long comm) throws MpiErrorException {
    comm(comm);
    return state.infos.add(new java.util.LinkedHashMap<>());
  }

  /** Ignores the hints. */
  void setInfo(long comm, long info) throws MpiErrorException {
    comm(comm);
  }

  int createKeyval_jni() {
    return state.keys.newKey();
  }

  void freeKeyval_jni(int keyval) throws MpiErrorException {
    freeKey(keyval);
  }
}
