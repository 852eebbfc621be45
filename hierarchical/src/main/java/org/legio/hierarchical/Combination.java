package org.legio.hierarchical;

import java.nio.Buffer;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.buffer.ThreadLocalBuffer;
import org.legio.core.collective.LocalReduction;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;

/**
 * Combines two inputs of a reduction into one.
 *
 * @param call the operation that reduces
 * @param count how many items an input has
 * @param type the type of the items
 */
record Combination(Pmpi pmpi, CollectiveCall call, int count, ItemType type) {

  /** Memory for an input. */
  StagedBuffer scratch(ThreadLocalBuffer source) throws Exception {
    return StagedBuffer.scratch(source, pmpi, type.handle(), count);
  }

  /** An input that lies there. */
  MessageData at(StagedBuffer data) {
    return type.at(data.memoryAt(0), count);
  }

  /** Fills in a call that combines inputs in the same way. */
  void fill(CollectiveCall other, Buffer from, StagedBuffer into) {
    other.reduction(call.op(), call.opHandle()).sent().at(from);
    other.received().as(at(into));
  }

  /** Combines two inputs, the lower ranks' and the higher ranks', into the latter. */
  void combine(StagedBuffer lower, StagedBuffer higher) throws Exception {
    LocalReduction.combine(pmpi, lower.memoryAt(0), higher.memoryAt(0), call, count);
  }
}
