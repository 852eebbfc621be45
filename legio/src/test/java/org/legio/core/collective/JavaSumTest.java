package org.legio.core.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class JavaSumTest {
  private static final int BYTE = 1;
  private static final int INT = 5;
  private static final int LONG = 6;
  private static final int FLOAT = 7;
  private static final int DOUBLE = 8;
  private static final int FIRST_PAIR = 9;

  private final ByteBuffer sum = memory();
  private final ByteBuffer from = memory();

  private static ByteBuffer memory() {
    return ByteBuffer.allocateDirect(32).order(ByteOrder.nativeOrder());
  }

  private void add(int baseType, int place, int bytes) {
    Objects.requireNonNull(JavaSum.of(baseType)).add(sum, from, place, bytes);
  }

  @Test
  void addsIntsAndWrapsAround() {
    sum.putInt(0, Integer.MAX_VALUE).putInt(4, 5).putInt(8, 7);
    from.putInt(12, 1).putInt(16, -6).putInt(20, 99);
    add(INT, 12, 8);
    assertThat(sum.getInt(0)).isEqualTo(Integer.MIN_VALUE);
    assertThat(sum.getInt(4)).isEqualTo(-1);
    assertThat(sum.getInt(8)).as("what lies behind the items").isEqualTo(7);
  }

  @Test
  void addsLongs() {
    sum.putLong(0, 1L << 40);
    from.putLong(8, 3);
    add(LONG, 8, 8);
    assertThat(sum.getLong(0)).isEqualTo((1L << 40) + 3);
  }

  @Test
  void roundsFloatsAsFloats() {
    sum.putFloat(0, 1 << 24);
    from.putFloat(0, 1);
    add(FLOAT, 0, 4);
    assertThat(sum.getFloat(0)).isEqualTo(1 << 24);
  }

  @Test
  void addsDoubles() {
    sum.putDouble(0, 0.1).putDouble(8, -0.0);
    from.putDouble(16, 0.2).putDouble(24, -0.0);
    add(DOUBLE, 16, 16);
    assertThat(sum.getDouble(0)).isEqualTo(0.1 + 0.2);
    assertThat(Double.doubleToRawLongBits(sum.getDouble(8)))
        .isEqualTo(Double.doubleToRawLongBits(-0.0));
  }

  @Test
  void leavesOtherTypesToMpi() {
    assertThat(JavaSum.of(BYTE)).isNull();
    assertThat(JavaSum.of(FIRST_PAIR)).isNull();
    assertThat(JavaSum.of(0)).isNull();
  }
}
