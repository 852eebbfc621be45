package org.legio.launcher.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * An axis of a drawing: its title and labels, and the places of values on it.
 *
 * @param title the title with the unit
 * @param isLog whether it is logarithmic
 * @param label makes the text for a value
 */
public record Axis(String title, boolean isLog, DoubleFunction<String> label) {
  private static final double DECADES_WITH_FEW_TICKS = 2.5;
  private static final int LINEAR_TICKS = 6;
  private static final double MIN_DECADES = 0.5; // so that there is at least one tick
  private static final double MARGIN = 0.05;
  private static final int KIBI = 1 << 10;

  /** A logarithmic axis for positive values. */
  public static Axis log(String title) {
    return new Axis(title, true, Axis::plain);
  }

  /** A linear axis that begins at zero. */
  public static Axis linear(String title) {
    return new Axis(title, false, Axis::plain);
  }

  /** A logarithmic axis of sizes in bytes. */
  public static Axis bytes(String title) {
    return new Axis(title, true, Axis::bytes);
  }

  private static String plain(double value) {
    if (value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    String text = String.format(Locale.ROOT, "%.6f", value);
    return text.replaceAll("0+$", "");
  }

  /** A size as people write it: 4 B, 64 KB, 1 MB, where 1 KB is 1024 B. */
  public static String bytes(double value) {
    if (value < KIBI) {
      return plain(value) + " B";
    }
    double kilo = value / KIBI;
    return kilo < KIBI ? plain(kilo) + " KB" : plain(kilo / KIBI) + " MB";
  }

  /** Places the axis on the drawing, from one position to another, so that it covers the values. */
  public Placed over(Collection<Double> values, double from, double to) {
    double least = values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double most = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    if (!isLog) {
      return new Placed(this, 0, Math.max(most, Double.MIN_NORMAL) * (1 + MARGIN), from, to);
    }
    double middle = (Math.log10(least) + Math.log10(most)) / 2;
    double half = Math.max(MIN_DECADES, Math.log10(most) - Math.log10(least)) * (0.5 + MARGIN);
    return new Placed(this, middle - half, middle + half, from, to);
  }

  /**
   * An axis at a place in the drawing.
   *
   * @param low the value at the beginning; of a logarithmic axis, its decimal logarithm
   * @param high the same at the end
   * @param from the position of the beginning
   * @param to the position of the end
   */
  public record Placed(Axis axis, double low, double high, double from, double to) {

    public double at(double value) {
      double scaled = axis.isLog ? Math.log10(value) : value;
      return from + (scaled - low) / (high - low) * (to - from);
    }

    /** The same axis a little to one side. */
    public Placed shifted(double by) {
      return new Placed(axis, low, high, from + by, to + by);
    }

    /** The values to write beside the axis. */
    public List<Double> ticks() {
      return axis.isLog ? logTicks() : linearTicks(1);
    }

    /** The same of a linear axis, so many times as close. */
    public List<Double> ticks(int closer) {
      return linearTicks(closer);
    }

    private List<Double> logTicks() {
      double[] mantissas = high - low < DECADES_WITH_FEW_TICKS ? new double[] {1, 2, 5} : ONE;
      List<Double> ticks = new ArrayList<>();
      for (int decade = (int) Math.floor(low); decade <= high; decade++) {
        for (double mantissa : mantissas) {
          double tick = mantissa * Math.pow(10, decade);
          if (Math.log10(tick) >= low && Math.log10(tick) <= high) {
            ticks.add(tick);
          }
        }
      }
      return ticks;
    }

    private List<Double> linearTicks(int closer) {
      double rough = high / LINEAR_TICKS;
      double power = Math.pow(10, Math.floor(Math.log10(rough)));
      double step = power * (rough / power <= 2 ? 2 : rough / power <= 5 ? 5 : 10) / closer;
      List<Double> ticks = new ArrayList<>();
      for (int i = 0; i * step <= high; i++) {
        ticks.add(i * step);
      }
      return ticks;
    }

    private static final double[] ONE = {1};
  }
}
