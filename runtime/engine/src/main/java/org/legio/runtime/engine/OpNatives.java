package org.legio.runtime.engine;

import org.legio.runtime.engine.datatype.ReduceOp;

/** The natives of {@code mpi.Op} that Legio does not call. */
final class OpNatives extends Calls {

  OpNatives(RankState state) {
    super(state);
  }

  void getOp(Object self, int type) {
    BindingFields.set(self, "handle", ReduceOp.handleOf(type));
  }

  void free(Object self) throws MpiErrorException {
    long handle = BindingFields.handle(self);
    if (ReduceOp.basic(handle) != null) {
      throw error(state.world, MpiError.OP, "a predefined operation is not to be freed");
    }
    state.operations.remove(handle);
    BindingFields.set(self, "handle", Predefined.OP_NULL);
  }

  /** Also one that no call has made yet, as with Open MPI. */
  boolean isNull(Object self) {
    long handle = BindingFields.handle(self);
    return handle == Predefined.OP_NULL || handle == NOT_MADE_YET;
  }
}
