package org.legio.hierarchical;

import org.legio.core.Context;
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

  /** Those of a datatype. */
  static Items of(Pmpi pmpi, long type, int baseType) throws Exception {
    int[] bounds = new int[2];
    pmpi.typeLbExtent(type, bounds);
    return new Items(type, baseType, bounds[1], pmpi.typeSize(type));
  }

  /** Ints. */
  static Items ints(Context context) {
    return new Items(
        context.binding().intType(), MpiConstants.INT_BASE_TYPE, Integer.BYTES, Integer.BYTES);
  }

  /** Single bytes: any data on its way. */
  static Items bytes(Context context) {
    return new Items(context.binding().byteType(), MpiConstants.BYTE_BASE_TYPE, 1, 1);
  }
}
