package org.legio.runtime.engine.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Predefined operations. */
class ReduceOpTest {
  private static final long SEED = 1;

  /** More than two parts of those that are combined at a time, and no whole number of them. */
  private static final int ITEMS = 1_100;

  static Stream<Arguments> cases() {
    List<ReduceOp> all =
        List.of(
            ReduceOp.SUM, ReduceOp.PROD, ReduceOp.MAX, ReduceOp.MIN, ReduceOp.BXOR, ReduceOp.LAND);
    return Arrays.stream(Basic.values())
        .flatMap(basic -> all.stream().map(op -> Arguments.of(op.handle(), basic)))
        .filter(each -> op(each).isDefinedFor(Datatype.of((Basic) each.get()[1])));
  }

  private static ReduceOp op(Arguments each) {
    ReduceOp found = ReduceOp.basic((Long) each.get()[0]);
    assertThat(found).isNotNull();
    return found;
  }

  @ParameterizedTest(name = "operation {0}, {1}")
  @MethodSource("cases")
  void manyItemsAtOnceGiveWhatEachGivesByItself(long handle, Basic basic) {
    ReduceOp op = ReduceOp.basic(handle);
    Datatype type = Datatype.of(basic);
    byte[] in = new byte[ITEMS * basic.bytes()];
    byte[] together = new byte[in.length];
    Random random = new Random(SEED);
    random.nextBytes(in);
    random.nextBytes(together);
    byte[] eachAlone = new byte[in.length];
    for (int at = 0; at < in.length; at += basic.bytes()) {
      byte[] one = Arrays.copyOfRange(together, at, at + basic.bytes());
      op.apply(Arrays.copyOfRange(in, at, at + basic.bytes()), one, type);
      System.arraycopy(one, 0, eachAlone, at, one.length);
    }
    op.apply(in, together, type);
    assertThat(together).isEqualTo(eachAlone);
  }

  @Test
  void bytesHaveNoSign() {
    byte[] larger = {(byte) 0x80, 1};
    ReduceOp.MAX.apply(new byte[] {1, (byte) 0xFF}, larger, Datatype.of(Basic.BYTE));
    assertThat(larger).containsExactly(0x80, 0xFF);
    byte[] smaller = {(byte) 0x80, 1};
    ReduceOp.MIN.apply(new byte[] {1, (byte) 0xFF}, smaller, Datatype.of(Basic.BYTE));
    assertThat(smaller).containsExactly(1, 1);
  }

  @Test
  void zeroesOfBothSignsAreEqualValues() {
    for (ReduceOp op : List.of(ReduceOp.MINLOC, ReduceOp.MAXLOC)) {
      for (double first : new double[] {0.0, -0.0}) {
        byte[] result = pair(-first, 7);
        op.apply(pair(first, 3), result, Datatype.of(Basic.DOUBLE_INT));
        assertThat(ByteBuffer.wrap(result).order(ByteOrder.nativeOrder()).getInt(8)).isEqualTo(3);
      }
    }
  }

  private static byte[] pair(double value, int index) {
    ByteBuffer pair = ByteBuffer.allocate(12).order(ByteOrder.nativeOrder());
    return pair.putDouble(value).putInt(index).array();
  }
}
