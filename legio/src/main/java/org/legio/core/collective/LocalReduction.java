package org.legio.core.collective;

import static java.util.Objects.requireNonNull;

import java.nio.Buffer;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.Pmpi;

/** Combines two inputs of a reduction here, by an operation of MPI's or of the program's own. */
public final class LocalReduction {
  private static final long USER_DEFINED = 0;

  private LocalReduction() {}

  /** Whether the reduction of a call, if it has one, is a function of the program. */
  static boolean isByFunction(Context context, CollectiveCall call) {
    return call.operation().isReduction()
        && (call.opHandle() == USER_DEFINED
            || context.binding().userOperations().isMade(call.opHandle()));
  }

  /**
   * Whether an exception is one of the program's function. The reduction itself has gone on, so it
   * keeps this rank from nothing.
   */
  static boolean isThrownByFunction(Context context, CollectiveCall call, Throwable thrown) {
    boolean isForeign =
        !(thrown instanceof Exception e) || context.binding().outcome(e) == Outcome.FOREIGN;
    return isForeign && isByFunction(context, call);
  }

  /**
   * Combines two inputs, the lower ranks' and the higher ranks', into the latter.
   *
   * @param call whose reduction it is
   * @param count how many items of its datatype
   */
  public static void combine(Pmpi pmpi, Buffer lower, Buffer higher, CollectiveCall call, int count)
      throws Exception {
    long type = call.received().type();
    long op = call.opHandle();
    if (op == USER_DEFINED) {
      int baseType = call.received().baseType();
      Object object = requireNonNull(call.op());
      pmpi.reduceLocalUf(lower, true, 0, higher, true, 0, count, type, baseType, object, op);
    } else {
      pmpi.reduceLocal(lower, true, 0, higher, true, 0, count, type, op);
    }
  }
}
