package org.legio.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.legio.bench.samples.Sample;
import org.legio.bench.statistics.Reading;
import org.legio.launcher.page.Axis;

class PlotTest {

  @Test
  void equalFactorsAreEqualDistancesOnALogarithmicAxis() {
    Axis.Placed axis = Axis.log("us").over(List.of(1.0, 1000.0), 0, 300);
    assertThat(axis.at(10) - axis.at(1)).isCloseTo(axis.at(1000) - axis.at(100), within());
    assertThat(axis.at(1)).isBetween(0.0, 20.0);
    assertThat(axis.at(1000)).isBetween(280.0, 300.0);
    assertThat(axis.ticks()).containsExactly(1.0, 10.0, 100.0, 1000.0);
  }

  @Test
  void aLinearAxisBeginsAtZeroAndHasRoundTicks() {
    Axis.Placed axis = Axis.linear("ms").over(List.of(7.0, 94.0), 100, 0);
    assertThat(axis.at(0)).isEqualTo(100);
    assertThat(axis.ticks()).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0);
  }

  @Test
  void aLogarithmicAxisOfOneValueHasAPlaceForIt() {
    Axis.Placed axis = Axis.log("us").over(List.of(3.0), 0, 100);
    assertThat(axis.at(3)).isBetween(0.0, 100.0);
  }

  @Test
  void sizesAreWrittenAsPeopleDo() {
    assertThat(List.of(4.0, 1024.0, 65536.0, 4.0 * 1024 * 1024))
        .extracting(Axis::bytes)
        .containsExactly("4 B", "1 KB", "64 KB", "4 MB");
  }

  @Test
  void aPlotHasALineForEachSeriesAndItsTitles() {
    Map<Double, Reading> line = Map.of(4.0, quiet(1.5), 1024.0, quiet(5));
    String svg = LinePlot.of(Axis.bytes("size <B>"), Axis.log("time, us"), Map.of("a & b", line));
    assertThat(svg)
        .contains(">a &amp; b</text>", ">size &lt;B&gt;</text>", ">time, us</text>", ">1 KB</text>")
        .as("the line and its sample in the legend")
        .satisfies(text -> assertThat(text.split("stroke-width=\"2\"", -1)).hasSize(3));
    assertThat(svg.split("class=\"mark\"", -1)).hasSize(1 + 3);
    assertThat(svg).doesNotContain("unreliable");
  }

  @Test
  void strokesOfSeriesWithTheSameValuesLieSideBySide() {
    Map<Double, Reading> line = Map.of(4.0, quiet(1.5));
    String svg =
        LinePlot.of(
            Axis.bytes("size"), Axis.log("time"), new TreeMap<>(Map.of("a", line, "b", line)));
    List<String> places =
        Pattern.compile("class=\"mark\" transform=\"translate\\(([0-9.]+)")
            .matcher(svg)
            .results()
            .map(mark -> mark.group(1))
            .toList();
    assertThat(places).as("two in the legend, two in the plot").hasSize(4);
    assertThat(places.get(2)).isNotEqualTo(places.get(3));
  }

  private static Reading quiet(double value) {
    return reading(value, 1);
  }

  private static Reading disturbed(double value) {
    return reading(value, 9);
  }

  private static Reading reading(double value, double noise) {
    return Reading.of(
        List.of(
            new Sample(
                "sizes", "flat", "bcast", 2, 4, 0, new Sample.Measured(value, "us", noise))));
  }

  @Test
  void whatCannotBeReliedOnIsHollowAndDashed() {
    Map<Double, Reading> line = new TreeMap<>();
    line.put(1.0, quiet(1));
    line.put(2.0, quiet(2));
    line.put(4.0, disturbed(5569));
    assertThat(LinePlot.of(Axis.log("ranks"), Axis.log("us"), Map.of("flat", line)))
        .as("a stroke with a hollow mark and the line to it")
        .satisfies(svg -> assertThat(svg.split("class=\"unreliable\"", -1)).hasSize(3))
        .contains("cannot be relied on: 1 of 1 samples were disturbed");
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(1e-9);
  }
}
