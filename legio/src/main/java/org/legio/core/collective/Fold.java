package org.legio.core.collective;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.PackedItems;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.Pmpi;

/**
 * Combines inputs of a reduction in the order of the ranks, by MPI's own operation, or for sums of
 * a few items by Java's. Only operations whose result has the same bits in each order: others would
 * not give those of MPI's collective.
 */
final class Fold {
  private static final int LARGEST_ITEM_BYTES = 32;
  private static final long USER_DEFINED = 0;

  /** Above that MPI is faster, though a call of it takes longer. */
  private static final int MAX_BYTES_SUMMED_HERE = 64;

  private final Pmpi pmpi;
  private final Binding binding;
  private final PackedItems packed;
  private final int ranks;
  private final int limit;
  private ByteBuffer next = memory(LARGEST_ITEM_BYTES);
  private ByteBuffer result = memory(LARGEST_ITEM_BYTES);
  private boolean isEmpty = true;

  /** The last operation and type that MPI has been asked about. */
  private long askedOp;

  private long askedType;
  private boolean isValid;

  /** How items of that type are added here; null if MPI does it. */
  private @Nullable JavaSum sum;

  /**
   * @param ranks the number of original ranks
   * @param limit how many bytes an input has at most
   */
  Fold(Context context, PackedItems packed, int ranks, int limit) {
    this.pmpi = context.pmpi();
    this.binding = context.binding();
    this.packed = packed;
    this.ranks = ranks;
    this.limit = limit;
  }

  private static ByteBuffer memory(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /** Whether a reduction can be done here, with the bits that MPI's collective gives. */
  boolean isFor(CollectiveCall call) throws Exception {
    long op = call.opHandle();
    MessageData data = call.received();
    if (op == USER_DEFINED || (ranks > 2 && !packed.isExact(data))) {
      return false;
    }
    if (op != askedOp || data.type() != askedType) {
      isValid = isPredefined(op) && isTaken(op, data);
      sum = op == binding.sum() && packed.isJavaType(data) ? JavaSum.of(data.baseType()) : null;
      askedOp = op;
      askedType = data.type();
    }
    return isValid;
  }

  private boolean isPredefined(long op) {
    return !binding.userOperations().isMade(op)
        && op != binding.replace()
        && op != binding.noOperation();
  }

  /** Whether MPI takes an operation for a type: one that it has defined, and without gaps. */
  private boolean isTaken(long op, MessageData data) throws Exception {
    if (packed.itemBytes(data) > LARGEST_ITEM_BYTES || !packed.isTight(data)) {
      return false;
    }
    try {
      pmpi.reduceLocal(next, true, 0, result, true, 0, 1, data.type(), op);
      return true;
    } catch (Exception e) {
      if (binding.outcome(e) == Outcome.ARGUMENT) {
        return false; // its own collective says it to the program
      }
      throw e;
    }
  }

  void begin() {
    isEmpty = true;
  }

  /** Combines an input with those before. */
  void add(ByteBuffer memory, int at, int bytes, CollectiveCall call, int count) throws Exception {
    grow(bytes);
    if (isEmpty) {
      PackedItems.copy(memory, at, result, bytes);
      isEmpty = false;
    } else if (sum != null && bytes <= MAX_BYTES_SUMMED_HERE) {
      sum.add(result, memory, at, bytes);
    } else if (count > 0) {
      PackedItems.copy(memory, at, next, bytes);
      long type = call.received().type();
      pmpi.reduceLocal(next, true, 0, result, true, 0, count, type, call.opHandle());
    }
  }

  private void grow(int bytes) {
    if (result.capacity() < bytes) {
      next = memory(limit);
      result = memory(limit);
    }
  }

  /** What the inputs have been combined to, from the first byte on; zeros if there are none. */
  ByteBuffer result(int bytes) {
    grow(bytes);
    for (int at = 0; isEmpty && at < bytes; at++) {
      result.put(at, (byte) 0);
    }
    return result;
  }
}
