package org.legio.runtime.engine;

import org.legio.runtime.engine.datatype.Basic;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.ulfm.ports.Binding;

/** The predefined handles of a rank, in whatever objects its {@link Binding} has. */
public interface RankHandles extends Binding {
  /** The rank's state. */
  RankState state();

  @Override
  default long commWorld() {
    return state().world.handle;
  }

  @Override
  default long commSelf() {
    return state().self.handle;
  }

  @Override
  default long commNull() {
    return Predefined.COMM_NULL;
  }

  @Override
  default long requestNull() {
    return Predefined.REQUEST_NULL;
  }

  @Override
  default long requestEmpty() {
    return Predefined.REQUEST_EMPTY;
  }

  @Override
  default long messageNull() {
    return Predefined.MESSAGE_NULL;
  }

  @Override
  default long messageNoProc() {
    return Predefined.MESSAGE_NO_PROC;
  }

  @Override
  default long errorsReturn() {
    return Predefined.ERRORS_RETURN;
  }

  @Override
  default long intType() {
    return Basic.INT.handle();
  }

  @Override
  default long byteType() {
    return Basic.BYTE.handle();
  }

  @Override
  default long infoNull() {
    return Predefined.INFO_NULL;
  }

  @Override
  default long windowNull() {
    return Predefined.WIN_NULL;
  }

  @Override
  default long sum() {
    return ReduceOp.SUM.handle();
  }

  @Override
  default long replace() {
    return ReduceOp.REPLACE.handle();
  }

  @Override
  default long noOperation() {
    return ReduceOp.NO_OP.handle();
  }
}
