package org.legio.runtime.engine;

/** The natives of {@code mpi.Message} that Legio does not call. */
final class MessageNatives extends Calls {

  MessageNatives(RankState state) {
    super(state);
  }

  void init(Class<?> owner) {
    BindingFields.setStatic(owner, "NULL", Predefined.MESSAGE_NULL);
    BindingFields.setStatic(owner, "NO_PROC", Predefined.MESSAGE_NO_PROC);
  }
}
