package org.legio.core.collective;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Adds items of one of Java's types, with the bits that {@code MPI_SUM} gives for two inputs. For
 * some items it takes less time than a call of a native does.
 */
enum JavaSum {
  INT {
    @Override
    void add(ByteBuffer sum, ByteBuffer from, int place, int bytes) {
      for (int at = 0; at < bytes; at += Integer.BYTES) {
        sum.putInt(at, sum.getInt(at) + from.getInt(place + at));
      }
    }
  },
  LONG {
    @Override
    void add(ByteBuffer sum, ByteBuffer from, int place, int bytes) {
      for (int at = 0; at < bytes; at += Long.BYTES) {
        sum.putLong(at, sum.getLong(at) + from.getLong(place + at));
      }
    }
  },
  FLOAT {
    @Override
    void add(ByteBuffer sum, ByteBuffer from, int place, int bytes) {
      for (int at = 0; at < bytes; at += Float.BYTES) {
        sum.putFloat(at, sum.getFloat(at) + from.getFloat(place + at));
      }
    }
  },
  DOUBLE {
    @Override
    void add(ByteBuffer sum, ByteBuffer from, int place, int bytes) {
      for (int at = 0; at < bytes; at += Double.BYTES) {
        sum.putDouble(at, sum.getDouble(at) + from.getDouble(place + at));
      }
    }
  };

  private static final int FIRST_BASE_TYPE = 5;
  private static final JavaSum[] SUMS = values();

  /** The one for a basic type by the binding's number; null if there is none. */
  static @Nullable JavaSum of(int baseType) {
    int index = baseType - FIRST_BASE_TYPE;
    return index >= 0 && index < SUMS.length ? SUMS[index] : null;
  }

  /**
   * Adds items to others, which lie from the first byte on.
   *
   * @param place where the items begin that are added
   * @param bytes of all of them
   */
  abstract void add(ByteBuffer sum, ByteBuffer from, int place, int bytes);
}
