package org.legio.inprocess;

/** The natives of {@code mpi.Op} that Legio does not call. */
final class OpNatives extends Calls {

  OpNatives(RankState state) {
    super(state);
  }

  void getOp(Object self, int type) {
    BindingFields.set(self, "handle", ReduceOp.handleOf(type));
  }

  void free(Object self) {
    state.operations.remove(BindingFields.handle(self));
    BindingFields.set(self, "handle", Predefined.OP_NULL);
  }

  boolean isNull(Object self) {
    return BindingFields.handle(self) == Predefined.OP_NULL;
  }
}
