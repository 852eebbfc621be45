package org.legio.hierarchical;

import java.nio.Buffer;
import org.legio.core.KeptMemory;
import org.legio.core.LocalReduction;
import org.legio.core.Staged;
import org.legio.ulfm.CollectiveCall;
import org.legio.ulfm.MessageData;
import org.legio.ulfm.Pmpi;

/**
 * How two inputs of a reduction become one.
 *
 * @param call whose reduction it is
 * @param count how many items an input has
 * @param type what they are
 */
record Combination(Pmpi pmpi, CollectiveCall call, int count, Items type) {

  /** Memory for an input. */
  Staged scratch(KeptMemory source) throws Exception {
    return Staged.scratch(source, pmpi, type.handle(), count);
  }

  /** An input that lies there. */
  MessageData at(Staged data) {
    return type.at(data.memoryAt(0), count);
  }

  /** Fills in a call that combines inputs in the same way. */
  void fill(CollectiveCall other, Buffer from, Staged into) {
    other.reduction(call.op(), call.opHandle()).sent().at(from);
    other.received().as(at(into));
  }

  /** Combines two inputs, the lower ranks' and the higher ranks', into the latter. */
  void combine(Staged lower, Staged higher) throws Exception {
    LocalReduction.combine(pmpi, lower.memoryAt(0), higher.memoryAt(0), call, count);
  }
}
