package org.legio.runtime.engine.datatype;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.RankState;

/** An operation of reductions; the natives take it as their operation object. */
public final class ReduceOp {

  /** The function of an operation. */
  @FunctionalInterface
  public interface Function {
    /**
     * Combines items: {@code inOut[i] = in[i] op inOut[i]}.
     *
     * @param in items, in native byte order from index 0
     * @param inOut items in the same form; replaced by the results
     * @param count the number of items
     */
    void call(ByteBuffer in, ByteBuffer inOut, int count);
  }

  /** The function of an operation that looks at the datatype of its items. */
  @FunctionalInterface
  public interface TypedFunction {
    /**
     * Combines items: {@code inOut[i] = in[i] op inOut[i]}.
     *
     * @param in items, in native byte order from index 0
     * @param inOut items in the same form; replaced by the results
     * @param count the number of items
     * @param type their datatype, as {@link RankState#datatype} gives it
     */
    void call(ByteBuffer in, ByteBuffer inOut, int count, Object type);
  }

  private static final long FIRST_HANDLE = 0x7100_0000L;
  private static final long HANDLE_STEP = 16;
  private static final long USER_HANDLE = 0;
  private static final Set<Basic> INTEGERS =
      EnumSet.of(Basic.BYTE, Basic.CHAR, Basic.SHORT, Basic.BOOLEAN, Basic.INT, Basic.LONG);
  private static final Set<Basic> NUMBERS = with(INTEGERS, Basic.FLOAT, Basic.DOUBLE);
  private static final Set<Basic> PAIRS =
      EnumSet.of(Basic.INT2, Basic.SHORT_INT, Basic.LONG_INT, Basic.FLOAT_INT, Basic.DOUBLE_INT);
  private static final Set<Basic> ALL = EnumSet.allOf(Basic.class);

  /** {@code MPI.SUM}. */
  public static final ReduceOp SUM =
      arithmetic(0, (a, b) -> a + b, (a, b) -> a + b, ComplexNumbers::add);

  /** {@code MPI.PROD}. */
  public static final ReduceOp PROD =
      arithmetic(1, (a, b) -> a * b, (a, b) -> a * b, ComplexNumbers::multiply);

  /** {@code MPI.MAX}. */
  public static final ReduceOp MAX = basic(2, Math::max, Math::max);

  /** {@code MPI.MIN}. */
  public static final ReduceOp MIN = basic(3, Math::min, Math::min);

  /** {@code MPI.BAND}. */
  public static final ReduceOp BAND = ofIntegers(4, (a, b) -> a & b);

  /** {@code MPI.BOR}. */
  public static final ReduceOp BOR = ofIntegers(5, (a, b) -> a | b);

  /** {@code MPI.BXOR}. */
  public static final ReduceOp BXOR = ofIntegers(6, (a, b) -> a ^ b);

  /** {@code MPI.LAND}. */
  public static final ReduceOp LAND = ofIntegers(7, (a, b) -> a != 0 && b != 0 ? 1 : 0);

  /** {@code MPI.LOR}. */
  public static final ReduceOp LOR = ofIntegers(8, (a, b) -> a != 0 || b != 0 ? 1 : 0);

  /** {@code MPI.REPLACE}, for windows: the new value. */
  public static final ReduceOp REPLACE =
      new ReduceOp(
          FIRST_HANDLE + HANDLE_STEP * 9,
          true,
          ALL,
          (type, in, inOut, items, count) -> inOut.put(0, in, 0, items * type.basic().bytes()));

  /** {@code MPI.NO_OP}, for windows: the old value. */
  public static final ReduceOp NO_OP =
      new ReduceOp(
          FIRST_HANDLE + HANDLE_STEP * 10, true, ALL, (type, in, inOut, items, count) -> {});

  /** {@code MPI.LXOR}. */
  public static final ReduceOp LXOR = ofIntegers(11, (a, b) -> (a != 0) != (b != 0) ? 1 : 0);

  /** {@code MPI.MINLOC}, for pairs: the least value and its least index. */
  public static final ReduceOp MINLOC = pairs(12, order -> order < 0);

  /** {@code MPI.MAXLOC}, for pairs: the greatest value and its least index. */
  public static final ReduceOp MAXLOC = pairs(13, order -> order > 0);

  private static final ReduceOp[] BASIC = {
    SUM, PROD, MAX, MIN, BAND, BOR, BXOR, LAND, LOR, REPLACE, NO_OP, LXOR, MINLOC, MAXLOC
  };

  /** The predefined operations by the binding's numbers of them, from 1. */
  private static final ReduceOp[] BY_NUMBER = {
    MAX, MIN, SUM, PROD, LAND, BAND, LOR, BOR, LXOR, BXOR, MINLOC, MAXLOC, REPLACE, NO_OP
  };

  /** Combines complex numbers of one precision. */
  @FunctionalInterface
  private interface OfComplex {
    void call(Basic type, ByteBuffer in, ByteBuffer inOut, int items);
  }

  private interface Combination {
    void call(Datatype type, ByteBuffer in, ByteBuffer inOut, int items, int count);
  }

  private final long handle;
  private final boolean isCommutative;
  private final Set<Basic> domain;
  private final Combination combination;

  private ReduceOp(long handle, boolean isCommutative, Set<Basic> domain, Combination combination) {
    this.handle = handle;
    this.isCommutative = isCommutative;
    this.domain = domain;
    this.combination = combination;
  }

  /** An operation of the program's own. */
  public static ReduceOp of(Function function, boolean isCommutative) {
    return new ReduceOp(
        USER_HANDLE,
        isCommutative,
        ALL,
        (type, in, inOut, items, count) -> function.call(in, inOut, count));
  }

  /** An operation of the program's own that wants to know the datatype. */
  public static ReduceOp ofTyped(TypedFunction function, boolean isCommutative) {
    return new ReduceOp(
        USER_HANDLE,
        isCommutative,
        ALL,
        (type, in, inOut, items, count) -> function.call(in, inOut, count, type));
  }

  private static Set<Basic> with(Set<Basic> some, Basic... more) {
    Set<Basic> all = EnumSet.copyOf(some);
    all.addAll(Set.of(more));
    return all;
  }

  /**
   * Whether the operation has a meaning for items of a datatype (MPI 4.1, section 6.9.2): no bits
   * of floating-point numbers, for instance.
   */
  public boolean isDefinedFor(Datatype type) {
    return domain.contains(type.basic());
  }

  public boolean isPredefined() {
    return handle != USER_HANDLE;
  }

  /** Whether accumulations alone may name it (MPI 4.1, section 12.3.4). */
  public boolean isForWindowsOnly() {
    return this == REPLACE || this == NO_OP;
  }

  /** The handle by which the binding's natives know the operation. */
  public long handle() {
    return handle;
  }

  /** The predefined operation with a handle; null if there is none. */
  public static @Nullable ReduceOp basic(long handle) {
    long index = (handle - FIRST_HANDLE) / HANDLE_STEP;
    boolean isKnown = index >= 0 && index < BASIC.length && BASIC[(int) index].handle == handle;
    return isKnown ? BASIC[(int) index] : null;
  }

  /** The handle of a predefined operation that the binding knows by a number. */
  public static long handleOf(int number) {
    return BY_NUMBER[number - 1].handle;
  }

  public boolean isCommutative() {
    return isCommutative;
  }

  /** Combines packed items: {@code inOut = in op inOut}. */
  public void apply(byte[] in, byte[] inOut, Datatype type) {
    if (handle == USER_HANDLE && !type.isDense()) {
      applyWithGaps(in, inOut, type);
    } else {
      applyDense(in, inOut, type);
    }
  }

  /** The program's own function expects items as they lie in memory, with their gaps. */
  private void applyWithGaps(byte[] in, byte[] inOut, Datatype type) {
    int count = type.size() == 0 ? 0 : inOut.length / type.size();
    byte[] operands = new byte[count * type.extent()];
    byte[] results = new byte[count * type.extent()];
    type.unpack(in, 0, in.length, Memory.of(operands), 0);
    type.unpack(inOut, 0, inOut.length, Memory.of(results), 0);
    combination.call(
        type,
        ByteBuffer.wrap(operands).order(ByteOrder.nativeOrder()),
        ByteBuffer.wrap(results).order(ByteOrder.nativeOrder()),
        0,
        count);
    byte[] packed = type.pack(Memory.of(results), 0, count);
    System.arraycopy(packed, 0, inOut, 0, packed.length);
  }

  private void applyDense(byte[] in, byte[] inOut, Datatype type) {
    int length = Math.min(in.length, inOut.length);
    combination.call(
        type,
        ByteBuffer.wrap(in).order(ByteOrder.nativeOrder()),
        ByteBuffer.wrap(inOut).order(ByteOrder.nativeOrder()),
        length / type.basic().bytes(),
        type.size() == 0 ? 0 : length / type.size());
  }

  /** An operation on integers alone. */
  private static ReduceOp ofIntegers(int index, LongBinaryOperator operator) {
    Arithmetic arithmetic = new Arithmetic(operator, (a, b) -> b);
    return new ReduceOp(
        FIRST_HANDLE + HANDLE_STEP * index,
        true,
        INTEGERS,
        (type, in, inOut, items, count) -> arithmetic.combine(type.basic(), in, inOut, items));
  }

  /** An operation on numbers of every kind. */
  private static ReduceOp arithmetic(
      int index, LongBinaryOperator integers, DoubleBinaryOperator reals, OfComplex complex) {
    Arithmetic arithmetic = new Arithmetic(integers, reals);
    return new ReduceOp(
        FIRST_HANDLE + HANDLE_STEP * index,
        true,
        with(NUMBERS, Basic.FLOAT_COMPLEX, Basic.DOUBLE_COMPLEX),
        (type, in, inOut, items, count) -> {
          if (NUMBERS.contains(type.basic())) {
            arithmetic.combine(type.basic(), in, inOut, items);
          } else {
            complex.call(type.basic(), in, inOut, items);
          }
        });
  }

  private static ReduceOp basic(
      int index, LongBinaryOperator integers, DoubleBinaryOperator reals) {
    Arithmetic arithmetic = new Arithmetic(integers, reals);
    return new ReduceOp(
        FIRST_HANDLE + HANDLE_STEP * index,
        true,
        NUMBERS,
        (type, in, inOut, items, count) -> arithmetic.combine(type.basic(), in, inOut, items));
  }

  /**
   * An operation on pairs of a value and an index.
   *
   * @param isBetter whether a value goes before another, given how they compare
   */
  private static ReduceOp pairs(int index, IntPredicate isBetter) {
    return new ReduceOp(
        FIRST_HANDLE + HANDLE_STEP * index,
        true,
        PAIRS,
        (type, in, inOut, items, count) -> {
          int size = type.basic().bytes();
          for (int at = 0; at < items * size; at += size) {
            int indexAt = at + size - Integer.BYTES;
            int order = compare(type.basic(), in, inOut, at);
            boolean isEarlier = order == 0 && in.getInt(indexAt) < inOut.getInt(indexAt);
            if (isBetter.test(order) || isEarlier) {
              inOut.put(at, in, at, size);
            }
          }
        });
  }

  private static int compare(Basic type, ByteBuffer a, ByteBuffer b, int at) {
    return switch (type) {
      case INT2 -> Integer.compare(a.getInt(at), b.getInt(at));
      case SHORT_INT -> Short.compare(a.getShort(at), b.getShort(at));
      case LONG_INT -> Long.compare(a.getLong(at), b.getLong(at));
      case FLOAT_INT -> compare(a.getFloat(at), b.getFloat(at));
      case DOUBLE_INT -> compare(a.getDouble(at), b.getDouble(at));
      default -> throw new IllegalArgumentException(type + " is no pair of a value and an index");
    };
  }

  /** As numbers compare: 0.0 and -0.0 are equal. */
  private static int compare(double a, double b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }
}
