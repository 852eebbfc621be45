package org.legio.hierarchical;

import java.nio.Buffer;
import org.legio.core.LocalReduction;
import org.legio.ulfm.Pmpi;

/**
 * How two inputs of a reduction become one.
 *
 * @param count how many items an input has
 * @param type what they are
 * @param op the binding's operation
 * @param opHandle its handle; 0 for one of the program's own
 */
record Combination(Pmpi pmpi, int count, Items type, Object op, long opHandle) {
  /** Combines two inputs, the lower ranks' and the higher ranks', into the latter. */
  void combine(Buffer lower, Buffer higher) throws Exception {
    LocalReduction.combine(pmpi, lower, higher, count, type.handle(), type.base(), op, opHandle);
  }
}
