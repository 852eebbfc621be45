package org.legio.inprocess;

/** The natives of {@code mpi.Op} that Legio does not call. */
final class OpNatives extends Calls {

  OpNatives(RankState state) {
    super(state);
  }

  void getOp(Object self, int type) {
    BindingFields.set(self, "handle", ReduceOp.handleOf(type));
  }

  boolean isNull(Object self) {
    return BindingFields.handle(self) == Predefined.OP_NULL;
  }
}
