package org.legio.libmpi;

import java.util.Arrays;
import java.util.List;
import org.legio.ulfm.openmpi.library.Abi;

/** The library's datatypes: the predefined ones, and where the items of any of them lie. */
public final class Datatypes {
  /** By the numbers that the binding has for them. */
  private static final List<String> PREDEFINED =
      List.of(
          "MPI_DATATYPE_NULL",
          "MPI_UINT8_T",
          "MPI_UINT16_T",
          "MPI_INT16_T",
          "MPI_UINT8_T",
          "MPI_INT32_T",
          "MPI_INT64_T",
          "MPI_FLOAT",
          "MPI_DOUBLE",
          "MPI_PACKED",
          "MPI_2INT",
          "MPI_SHORT_INT",
          "MPI_LONG_INT",
          "MPI_FLOAT_INT",
          "MPI_DOUBLE_INT",
          "MPI_C_FLOAT_COMPLEX",
          "MPI_C_DOUBLE_COMPLEX");

  /** How long an item is of those that are one primitive value, by the same numbers. */
  private static final int[] BYTES = {0, 1, 2, 2, 1, 4, 8, 4, 8, 1};

  private static final long[] HANDLES = new long[PREDEFINED.size()];

  static {
    Arrays.setAll(HANDLES, i -> Abi.inUse().handle(PREDEFINED.get(i)));
  }

  private Datatypes() {}

  public static long predefined(int which) {
    return HANDLES[which];
  }

  static boolean isNull(long type) {
    return type == 0 || type == HANDLES[0];
  }

  /** Frees a type; one that is null already stays so. */
  public static long free(long type) throws Exception {
    if (isNull(type)) {
      return type;
    }
    Arguments arguments = Arguments.begin();
    arguments.end(MpiFunctions.MPI_Type_free(arguments.result(type)));
    return arguments.longResult();
  }

  /** The size of a type that is one primitive value; 0 for others. */
  static int primitiveBytes(long type) {
    for (int i = 1; i < BYTES.length; i++) {
      if (HANDLES[i] == type) {
        return BYTES[i];
      }
    }
    return 0;
  }

  public static void getLbExtent(long type, int[] bounds) throws Exception {
    readBounds(type, bounds, false);
  }

  public static void getTrueLbExtent(long type, int[] bounds) throws Exception {
    readBounds(type, bounds, true);
  }

  private static void readBounds(long type, int[] bounds, boolean areTrue) throws Exception {
    Arguments arguments = Arguments.begin();
    long lb = arguments.result();
    long extent = arguments.cell();
    arguments.end(
        areTrue
            ? MpiFunctions.MPI_Type_get_true_extent(type, lb, extent)
            : MpiFunctions.MPI_Type_get_extent(type, lb, extent));
    bounds[0] = Math.toIntExact(arguments.longResult());
    bounds[1] = Math.toIntExact(arguments.longAt(extent));
  }
}
