package org.legio.libmpi;

import java.util.Arrays;
import java.util.List;
import org.legio.ulfm.openmpi.library.MpiLibrary;

/** The library's datatypes: the predefined ones, and where the items of any of them lie. */
public final class Datatypes {
  /** By the numbers that the binding has for them. */
  private static final List<String> PREDEFINED =
      List.of(
          "ompi_mpi_datatype_null",
          "ompi_mpi_uint8_t",
          "ompi_mpi_uint16_t",
          "ompi_mpi_int16_t",
          "ompi_mpi_uint8_t",
          "ompi_mpi_int32_t",
          "ompi_mpi_int64_t",
          "ompi_mpi_float",
          "ompi_mpi_double",
          "ompi_mpi_packed",
          "ompi_mpi_2int",
          "ompi_mpi_short_int",
          "ompi_mpi_long_int",
          "ompi_mpi_float_int",
          "ompi_mpi_double_int",
          "ompi_mpi_c_float_complex",
          "ompi_mpi_c_double_complex");

  /** How long an item is of those that are one primitive value, by the same numbers. */
  private static final int[] BYTES = {0, 1, 2, 2, 1, 4, 8, 4, 8, 1};

  private static final long[] HANDLES = new long[PREDEFINED.size()];

  static {
    Arrays.setAll(HANDLES, i -> MpiLibrary.predefined(PREDEFINED.get(i)));
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
