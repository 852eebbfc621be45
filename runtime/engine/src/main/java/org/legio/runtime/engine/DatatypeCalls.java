package org.legio.runtime.engine;

import org.legio.runtime.engine.datatype.Basic;
import org.legio.runtime.engine.datatype.Datatype;
import org.legio.runtime.engine.datatype.Items;
import org.legio.runtime.engine.datatype.ReduceOp;

/** The natives on datatypes, and the local operations that use them (packing, local reductions). */
final class DatatypeCalls extends Calls {

  DatatypeCalls(RankState state) {
    super(state);
  }

  /**
   * The handle of a basic type. Types that the runtime does not support have a handle, too, which
   * all calls refuse.
   */
  long basicType(int baseType) throws Exception {
    return Basic.handle(baseType);
  }

  int typeSize(long type) throws Exception {
    return anyType(state.world, type).size();
  }

  int pack(
      long comm,
      Object inBuf,
      boolean inDirect,
      int offset,
      int inCount,
      long type,
      byte[] outBuf,
      int outPosition)
      throws Exception {
    byte[] data = items(state.world, inBuf, offset, inCount, type).pack();
    System.arraycopy(data, 0, outBuf, outPosition, data.length);
    return outPosition + data.length;
  }

  int unpack(
      long comm,
      byte[] inBuf,
      int inPosition,
      Object outBuf,
      boolean outDirect,
      int offset,
      int outCount,
      long type)
      throws Exception {
    Items items = items(state.world, outBuf, offset, outCount, type);
    items.unpack(inBuf, inPosition, items.bytes());
    return inPosition + items.bytes();
  }

  void reduceLocal(
      Object inBuf,
      boolean inDirect,
      int inOffset,
      Object inOutBuf,
      boolean inOutDirect,
      int inOutOffset,
      int count,
      long type,
      long opHandle)
      throws Exception {
    ReduceOp op = operation(null, opHandle);
    if (op == null) {
      throw error(state.world, MpiError.OP, "handle " + opHandle + " is no operation");
    }
    Items in = items(state.world, inBuf, inOffset, count, type);
    reduce(in, items(state.world, inOutBuf, inOutOffset, count, type), op);
  }

  void reduceLocalUf(
      Object inBuf,
      boolean inDirect,
      int inOffset,
      Object inOutBuf,
      boolean inOutDirect,
      int inOutOffset,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    ReduceOp known = operation(op, opHandle);
    if (known == null) {
      throw error(state.world, MpiError.OP, op + " is no operation of the runtime");
    }
    Items in = items(state.world, inBuf, inOffset, count, type);
    reduce(in, items(state.world, inOutBuf, inOutOffset, count, type), known);
  }

  private void reduce(Items in, Items inOut, ReduceOp op) throws MpiErrorException {
    requireDefined(state.world, op, inOut.type());
    byte[] result = inOut.pack();
    op.apply(in.pack(), result, inOut.type());
    inOut.unpack(result);
  }

  void typeLbExtent(long type, int[] lbExtent) throws Exception {
    Datatype datatype = anyType(state.world, type);
    lbExtent[0] = datatype.lowerBound();
    lbExtent[1] = datatype.extent();
  }

  void typeTrueLbExtent(long type, int[] lbExtent) throws Exception {
    Datatype datatype = anyType(state.world, type);
    lbExtent[0] = datatype.trueLowerBound();
    lbExtent[1] = datatype.trueExtent();
  }
}
