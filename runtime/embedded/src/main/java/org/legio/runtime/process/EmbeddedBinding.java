package org.legio.runtime.process;

import org.legio.runtime.engine.RankHandles;
import org.legio.runtime.engine.RankState;
import org.legio.ulfm.openmpi.JavaBinding;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.UserOperations;

/** The binding's objects, with the handles of the embedded runtime. */
final class EmbeddedBinding extends JavaBinding implements RankHandles {
  private final RankState state;
  private final UserOperations userOperations;

  EmbeddedBinding(RankState state) {
    this.state = state;
    this.userOperations = new EmbeddedUserOperations(state);
  }

  @Override
  public RankState state() {
    return state;
  }

  @Override
  public boolean isThreadMultiple() {
    return state.threadLevel() == MpiConstants.THREAD_MULTIPLE;
  }

  @Override
  public String errorText(int errorCode) {
    return RankState.errorName(errorCode);
  }

  @Override
  public UserOperations userOperations() {
    return userOperations;
  }
}
