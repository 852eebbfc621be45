package org.legio.core.buffer;

import org.legio.ulfm.ports.Pmpi;

/**
 * The binding's predefined types, by its own numbers: those of Java's types, complex numbers, and
 * pairs for {@code MPI_MINLOC} and {@code MPI_MAXLOC}.
 */
public final class BasicTypes {
  private static final int LAST = 16;

  /**
   * Bytes of Java's types: none has number 0; byte, char, short, boolean, int, long, float, double.
   */
  private static final int[] BYTES = {0, 1, 2, 2, 1, 4, 8, 4, 8};

  private static final int FLOAT = 7;

  private final long[] handles = new long[LAST + 1];

  public BasicTypes(Pmpi pmpi) throws Exception {
    for (int baseType = 1; baseType <= LAST; baseType++) {
      handles[baseType] = pmpi.basicType(baseType);
    }
  }

  /** Whether a datatype is one of them. */
  public boolean contains(long type) {
    for (long handle : handles) {
      if (type == handle) {
        return true;
      }
    }
    return false;
  }

  /** Whether a datatype is the one of Java's types with a number. */
  public boolean isJavaType(int baseType, long type) {
    return baseType > 0 && baseType < BYTES.length && handles[baseType] == type;
  }

  /** Bytes of an item of one of Java's types; 0 for any other type. */
  int bytesOf(long type) {
    for (int baseType = 1; baseType < BYTES.length; baseType++) {
      if (handles[baseType] == type) {
        return BYTES[baseType];
      }
    }
    return 0;
  }

  /** The handle of the type with a number. */
  public long handle(int baseType) {
    return handles[baseType];
  }

  /** Bytes of an item of one of Java's types. */
  static int bytes(int baseType) {
    return BYTES[baseType];
  }

  /** Whether sums of items made of a type depend on the order in which they are added. */
  public static boolean isFloating(int baseType) {
    return baseType >= FLOAT;
  }
}
