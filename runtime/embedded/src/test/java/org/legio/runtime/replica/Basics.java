package org.legio.runtime.replica;

import org.legio.runtime.engine.Predefined;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.simulator.SimulatedBinding;

/** Handles for tests of other packages. */
public final class Basics {
  public static final int INT = Basic.INT.baseType();
  public static final long INT_TYPE = Basic.INT.handle();
  public static final Object SUM = ReduceOp.SUM;
  public static final long REQUEST_EMPTY = Predefined.REQUEST_EMPTY;
  public static final long ERRORS_RETURN = Predefined.ERRORS_RETURN;

  /** A binding with plain objects. */
  public static org.legio.ulfm.ports.Binding binding(RankState state) {
    return new SimulatedBinding(state);
  }

  private Basics() {}
}
