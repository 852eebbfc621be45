package org.legio.finish;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Lambdas and method references of all kinds; {@link LambdaClassesTest} runs them. */
public final class LambdaSamples implements Supplier<List<String>> {
  private final List<String> results = new ArrayList<>();

  /** Has a private constructor and private methods, which its nest mates may call. */
  private static final class Inner {
    private final String text;

    private Inner(String text) {
      this.text = text;
    }

    private String twice() {
      return text + text;
    }
  }

  /** Has a private method, called on an interface. */
  private interface Named {
    String name();

    private String loud() {
      return name() + "!";
    }

    default Supplier<String> shout() {
      return this::loud;
    }
  }

  @Override
  public List<String> get() {
    captured(1, 2L, 3.5f, 4.25, 'c', (byte) 5, (short) 6, true, "text");
    numbers();
    references();
    return results;
  }

  private void captured(
      int i, long l, float f, double d, char c, byte b, short s, boolean z, String text) {
    Supplier<String> all = () -> "" + i + l + f + d + c + b + s + z + text + results.size();
    add(all.get());
    Supplier<Supplier<String>> nested = () -> () -> text + d;
    add(nested.get().get());
  }

  private void numbers() {
    Function<Integer, Integer> boxes = x -> x + 1;
    add(boxes.apply(41));
    ToIntFunction<Integer> unboxed = Integer::intValue;
    add(unboxed.applyAsInt(7));
    IntFunction<Object> boxed = Integer::valueOf;
    add(boxed.apply(8));
    IntToLongFunction widened = Math::abs;
    add(widened.applyAsLong(-9));
    ToLongFunction<Integer> unboxedAndWidened = LambdaSamples::same;
    add(unboxedAndWidened.applyAsLong(10));
    LongSupplier wider = results::size;
    add(wider.getAsLong());
    DoubleUnaryOperator doubles = Math::sqrt;
    add(doubles.applyAsDouble(16));
    BiFunction<Long, Double, Double> two = (x, y) -> x * y;
    add(two.apply(3L, 1.5));
  }

  private static long same(long value) {
    return value;
  }

  private void references() {
    Function<String, Inner> maker = Inner::new;
    Function<Inner, String> caller = Inner::twice;
    add(caller.apply(maker.apply("ab")));
    Supplier<String> bound = new Inner("cd")::twice;
    add(bound.get());
    Named named = () -> "name";
    add(named.shout().get());
    Consumer<String> dropsResult = results::add;
    dropsResult.accept("dropped");
    Runnable own = this::addOwn;
    own.run();
    IntFunction<int[]> array = int[]::new;
    add(array.apply(3).length);
    Function<List<String>, Integer> ofInterface = List::size;
    add(ofInterface.apply(List.of("x")));
    IntSupplier once = () -> 1;
    add(once.getAsInt());
  }

  private void addOwn() {
    add("own");
  }

  private void add(Object result) {
    results.add(String.valueOf(result));
  }
}
