package org.legio.core;

import java.nio.Buffer;
import org.legio.ulfm.Pmpi;

/** Combines two inputs of a reduction here, by an operation of MPI's or of the program's own. */
public final class LocalReduction {
  private static final long USER_DEFINED = 0;

  private LocalReduction() {}

  /** Combines two inputs, the lower ranks' and the higher ranks', into the latter. */
  public static void combine(
      Pmpi pmpi,
      Buffer lower,
      Buffer higher,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    if (opHandle == USER_DEFINED) {
      pmpi.reduceLocalUf(lower, true, 0, higher, true, 0, count, type, baseType, op, opHandle);
    } else {
      pmpi.reduceLocal(lower, true, 0, higher, true, 0, count, type, opHandle);
    }
  }
}
