package org.legio.faults;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.simulator.DatatypeMaker;
import org.legio.simulator.TopologyAnswers;

/** The simulator's datatypes and operations. */
final class SimulatedFabric implements Fabric {
  private final DatatypeMaker types;
  private final long inset;
  private final long strided;
  private final List<Long> made = new ArrayList<>();

  /** Makes the derived types. */
  SimulatedFabric(DatatypeMaker types) {
    this.types = types;
    int bytes = Basic.INT.bytes();
    Form form = Form.STRIDED;
    this.inset = types.indexed(new int[] {1}, new int[] {form.inset()}, Basic.INT.handle());
    this.strided = types.resized(inset, 0, form.stride() * bytes);
  }

  @Override
  public long every(int step) {
    long every = types.resized(Basic.INT.handle(), 0, step * Basic.INT.bytes());
    made.add(every);
    return every;
  }

  void free() {
    made.forEach(types::free);
    types.free(strided);
    types.free(inset);
  }

  private static Basic basic(Form form) {
    return switch (form.element()) {
      case INT -> Basic.INT;
      case LONG -> Basic.LONG;
      case DOUBLE -> Basic.DOUBLE;
    };
  }

  @Override
  public long type(Form form) {
    return form.isStrided() ? strided : basic(form).handle();
  }

  @Override
  public int baseType(Form form) {
    return basic(form).baseType();
  }

  @Override
  public Object operation(Reduction reduction, Form form) {
    return of(reduction, form);
  }

  @Override
  public long operationHandle(Reduction reduction, Form form) {
    return of(reduction, form).handle();
  }

  @Override
  public int[] numbers(Object answer) {
    if (answer instanceof TopologyAnswers.Cart cart) {
      return joined(cart.dims(), cart.coordinates());
    } else if (answer instanceof TopologyAnswers.Shift shift) {
      return new int[] {shift.source(), shift.destination()};
    } else if (answer instanceof TopologyAnswers.Graph graph) {
      return joined(graph.index(), graph.edges());
    }
    TopologyAnswers.DistGraph graph = (TopologyAnswers.DistGraph) answer;
    return joined(graph.sources(), graph.destinations());
  }

  private static int[] joined(int[] first, int[] second) {
    return IntStream.concat(IntStream.of(first), IntStream.of(second)).toArray();
  }

  private static ReduceOp of(Reduction reduction, Form form) {
    return switch (reduction) {
      case SUM -> ReduceOp.SUM;
      case MAX -> ReduceOp.MAX;
      case COMPOSE ->
          ReduceOp.of(
              (in, inOut, count) -> {
                for (int i = 0; i < count; i++) {
                  set(form, inOut, i, reduction.apply(get(form, in, i), get(form, inOut, i)));
                }
              },
              false);
    };
  }

  private static long get(Form form, ByteBuffer items, int place) {
    return switch (form.element()) {
      case INT -> items.getInt(place * Integer.BYTES);
      case LONG -> items.getLong(place * Long.BYTES);
      case DOUBLE -> (long) items.getDouble(place * Double.BYTES);
    };
  }

  private static void set(Form form, ByteBuffer items, int place, long value) {
    switch (form.element()) {
      case INT -> items.putInt(place * Integer.BYTES, Math.toIntExact(value));
      case LONG -> items.putLong(place * Long.BYTES, value);
      case DOUBLE -> items.putDouble(place * Double.BYTES, (double) value);
    }
  }
}
