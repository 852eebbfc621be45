package org.legio.core.collective;

import static java.util.Objects.requireNonNull;

import java.nio.Buffer;
import org.legio.ulfm.CollectiveCall;
import org.legio.ulfm.Pmpi;

/** Combines two inputs of a reduction here, by an operation of MPI's or of the program's own. */
public final class LocalReduction {
  private static final long USER_DEFINED = 0;

  private LocalReduction() {}

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
