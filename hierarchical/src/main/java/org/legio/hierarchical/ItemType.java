package org.legio.hierarchical;

import java.nio.Buffer;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;

/**
 * The type of a message's items.
 *
 * @param handle their datatype
 * @param base its basic type, as the binding numbers them
 * @param extent the distance between two items, in bytes
 * @param size the data of one item, in bytes
 */
record ItemType(long handle, int base, int extent, int size) {

  /** The items of one side of an operation. */
  static ItemType of(Pmpi pmpi, MessageData data) throws Exception {
    int[] bounds = new int[2];
    pmpi.typeLbExtent(data.type(), bounds);
    return new ItemType(data.type(), data.baseType(), bounds[1], pmpi.typeSize(data.type()));
  }

  /** Ints. */
  static ItemType ints(Context context) {
    return new ItemType(
        context.binding().intType(), MpiConstants.INT_BASE_TYPE, Integer.BYTES, Integer.BYTES);
  }

  /** A number of them in native memory. */
  MessageData at(Buffer memory, int count) {
    return new MessageData().at(memory).items(count, handle, base);
  }

  /** Single bytes, for data on its way. */
  static ItemType bytes(Context context) {
    return new ItemType(context.binding().byteType(), MpiConstants.BYTE_BASE_TYPE, 1, 1);
  }
}
