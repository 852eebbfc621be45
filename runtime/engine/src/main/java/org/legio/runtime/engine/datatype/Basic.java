package org.legio.runtime.engine.datatype;

/** The basic datatypes, in the binding's numbering. */
public enum Basic {
  /** {@code MPI.BYTE}. */
  BYTE(1, 1, 1, "MPI_UINT8_T"),
  /** {@code MPI.CHAR}. */
  CHAR(2, 2, 2, "MPI_UINT16_T"),
  /** {@code MPI.SHORT}. */
  SHORT(3, 2, 2, "MPI_INT16_T"),
  /** {@code MPI.BOOLEAN}. */
  BOOLEAN(4, 1, 1, "MPI_UINT8_T"),
  /** {@code MPI.INT}. */
  INT(5, 4, 4, "MPI_INT32_T"),
  /** {@code MPI.LONG}. */
  LONG(6, 8, 8, "MPI_INT64_T"),
  /** {@code MPI.FLOAT}. */
  FLOAT(7, 4, 4, "MPI_FLOAT"),
  /** {@code MPI.DOUBLE}. */
  DOUBLE(8, 8, 8, "MPI_DOUBLE"),
  /** {@code MPI.PACKED}. */
  PACKED(9, 1, 1, "MPI_PACKED"),
  /** {@code MPI.INT2}: an {@code int} and an index. */
  INT2(10, 8, 4, "MPI_2INT"),
  /** {@code MPI.SHORT_INT}: a {@code short} and an index, with a gap between them in memory. */
  SHORT_INT(11, 6, 4, "MPI_SHORT_INT"),
  /** {@code MPI.LONG_INT}: a {@code long} and an index, with a gap behind them in memory. */
  LONG_INT(12, 12, 8, "MPI_LONG_INT"),
  /** {@code MPI.FLOAT_INT}: a {@code float} and an index. */
  FLOAT_INT(13, 8, 4, "MPI_FLOAT_INT"),
  /** {@code MPI.DOUBLE_INT}: a {@code double} and an index, with a gap behind them in memory. */
  DOUBLE_INT(14, 12, 8, "MPI_DOUBLE_INT"),
  /** {@code MPI.FLOAT_COMPLEX}. */
  FLOAT_COMPLEX(15, 8, 4, "MPI_C_COMPLEX"),
  /** {@code MPI.DOUBLE_COMPLEX}. */
  DOUBLE_COMPLEX(16, 16, 8, "MPI_C_DOUBLE_COMPLEX");

  private static final long FIRST_HANDLE = 0x7000_0000L;

  private final int baseType;
  private final int bytes;
  private final int alignment;
  private final String label;

  Basic(int baseType, int bytes, int alignment, String label) {
    this.baseType = baseType;
    this.bytes = bytes;
    this.alignment = alignment;
    this.label = label;
  }

  /** The datatype's handle, the same at all ranks. */
  public long handle() {
    return handle(baseType);
  }

  public static long handle(int baseType) {
    return FIRST_HANDLE + 16L * baseType;
  }

  /** The base type that a handle would be of; negative if it is the handle of none. */
  public static int baseTypeOf(long handle) {
    long distance = handle - FIRST_HANDLE;
    return distance < 0 || distance > Short.MAX_VALUE || (distance & 15) != 0
        ? -1
        : (int) (distance >> 4);
  }

  /** The number that the binding's natives take as base type. */
  public int baseType() {
    return baseType;
  }

  /** How many bytes of data one item has, gaps not counted. */
  public int bytes() {
    return bytes;
  }

  /** What an item's address is a multiple of in the structures of C, in bytes. */
  int alignment() {
    return alignment;
  }

  /** The elements that it is within a derived type: a pair is its value and its index. */
  Basic[] elements() {
    return switch (this) {
      case INT2 -> new Basic[] {INT, INT};
      case SHORT_INT -> new Basic[] {SHORT, INT};
      case LONG_INT -> new Basic[] {LONG, INT};
      case FLOAT_INT -> new Basic[] {FLOAT, INT};
      case DOUBLE_INT -> new Basic[] {DOUBLE, INT};
      default -> new Basic[] {this};
    };
  }

  /** The bytes of the number that it is, or of each of the two numbers that it is. */
  int numberBytes() {
    return this == FLOAT_COMPLEX || this == DOUBLE_COMPLEX ? bytes / 2 : bytes;
  }

  /** The name that MPI tells of it: that of the type in C, as Open MPI tells it. */
  public String label() {
    return label;
  }
}
