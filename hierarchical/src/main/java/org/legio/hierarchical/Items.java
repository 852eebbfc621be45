package org.legio.hierarchical;

import java.nio.Buffer;
import org.legio.core.Context;
import org.legio.ulfm.MessageData;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;

/**
 * What the items of a message are.
 *
 * @param handle their datatype
 * @param base its basic type, as the binding numbers them
 * @param extent the distance between two of them, in bytes
 * @param size how many bytes of data one holds
 */
record Items(long handle, int base, int extent, int size) {

  /** Those of one side of an operation. */
  static Items of(Pmpi pmpi, MessageData data) throws Exception {
    int[] bounds = new int[2];
    pmpi.typeLbExtent(data.type(), bounds);
    return new Items(data.type(), data.baseType(), bounds[1], pmpi.typeSize(data.type()));
  }

  /** Ints. */
  static Items ints(Context context) {
    return new Items(
        context.binding().intType(), MpiConstants.INT_BASE_TYPE, Integer.BYTES, Integer.BYTES);
  }

  /** So many of them in native memory. */
  MessageData at(Buffer memory, int count) {
    return new MessageData().at(memory).items(count, handle, base);
  }

  /** Single bytes: any data on its way. */
  static Items bytes(Context context) {
    return new Items(context.binding().byteType(), MpiConstants.BYTE_BASE_TYPE, 1, 1);
  }
}
