package org.legio.embedded;

import org.legio.inprocess.Basic;
import org.legio.inprocess.Predefined;
import org.legio.inprocess.RankState;
import org.legio.inprocess.ReduceOp;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.UserOperations;
import org.legio.ulfm.openmpi.JavaBinding;

/** The binding's objects, with the handles of the embedded runtime. */
final class EmbeddedBinding extends JavaBinding {
  private final RankState state;
  private final UserOperations userOperations;

  EmbeddedBinding(RankState state) {
    this.state = state;
    this.userOperations = new EmbeddedUserOperations(state);
  }

  @Override
  public boolean isThreadMultiple() {
    return state.threadLevel() == MpiConstants.THREAD_MULTIPLE;
  }

  @Override
  public long commWorld() {
    return state.world.handle;
  }

  @Override
  public long commSelf() {
    return state.self.handle;
  }

  @Override
  public long commNull() {
    return Predefined.COMM_NULL;
  }

  @Override
  public long requestNull() {
    return Predefined.REQUEST_NULL;
  }

  @Override
  public long requestEmpty() {
    return Predefined.REQUEST_EMPTY;
  }

  @Override
  public long messageNull() {
    return Predefined.MESSAGE_NULL;
  }

  @Override
  public long messageNoProc() {
    return Predefined.MESSAGE_NO_PROC;
  }

  @Override
  public long errorsReturn() {
    return Predefined.ERRORS_RETURN;
  }

  @Override
  public long intType() {
    return Basic.INT.handle();
  }

  @Override
  public long byteType() {
    return Basic.BYTE.handle();
  }

  @Override
  public long infoNull() {
    return Predefined.INFO_NULL;
  }

  @Override
  public long windowNull() {
    return Predefined.WIN_NULL;
  }

  @Override
  public long sum() {
    return ReduceOp.SUM.handle();
  }

  @Override
  public long replace() {
    return ReduceOp.REPLACE.handle();
  }

  @Override
  public long noOperation() {
    return ReduceOp.NO_OP.handle();
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
