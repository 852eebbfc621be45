package org.legio.inprocess;

/** The basic datatypes, in the binding's numbering. */
public enum Basic {
  /** {@code MPI.BYTE}. */
  BYTE(1, 1),
  /** {@code MPI.CHAR}. */
  CHAR(2, 2),
  /** {@code MPI.SHORT}. */
  SHORT(3, 2),
  /** {@code MPI.BOOLEAN}. */
  BOOLEAN(4, 1),
  /** {@code MPI.INT}. */
  INT(5, 4),
  /** {@code MPI.LONG}. */
  LONG(6, 8),
  /** {@code MPI.FLOAT}. */
  FLOAT(7, 4),
  /** {@code MPI.DOUBLE}. */
  DOUBLE(8, 8);

  private static final long FIRST_HANDLE = 0x7000_0000L;

  private final int baseType;
  private final int bytes;

  Basic(int baseType, int bytes) {
    this.baseType = baseType;
    this.bytes = bytes;
  }

  /** The datatype's handle, the same at all ranks. */
  public long handle() {
    return handle(baseType);
  }

  static long handle(int baseType) {
    return FIRST_HANDLE + 16L * baseType;
  }

  /** The number that the binding's natives take as base type. */
  public int baseType() {
    return baseType;
  }

  /** How many bytes one item has. */
  public int bytes() {
    return bytes;
  }
}
