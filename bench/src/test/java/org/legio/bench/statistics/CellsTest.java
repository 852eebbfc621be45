package org.legio.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.legio.bench.samples.Sample;

class CellsTest {
  private static final double QUIET = 1;
  private static final double BUSY = 3;

  /** An operation that takes so many times as long with the agent as without. */
  private static List<Sample> operation(String name, double times, double noise) {
    return List.of(
        new Sample("sizes", "without agent", name, 2, 4, 0, new Sample.Measured(10, "us", QUIET)),
        new Sample("sizes", "flat", name, 2, 4, 0, new Sample.Measured(10 * times, "us", noise)));
  }

  private static Ratio ratio(List<List<Sample>> operations) {
    List<Sample> samples = new ArrayList<>();
    operations.forEach(samples::addAll);
    return Cells.of(samples)
        .ratio(cell -> cell.configuration().equals("flat"), "without agent")
        .orElseThrow();
  }

  @Test
  void whatCannotBeReliedOnIsLeftOut() {
    Ratio ratio =
        ratio(
            List.of(operation("a", 2, QUIET), operation("b", 4, QUIET), operation("c", 90, BUSY)));
    assertThat(ratio.median()).isEqualTo(3);
    assertThat(ratio.mark()).isEmpty();
  }

  @Test
  void whereMostCannotBeReliedOnTheWholeIsMarked() {
    Ratio ratio =
        ratio(
            List.of(operation("a", 2, QUIET), operation("b", 80, BUSY), operation("c", 90, BUSY)));
    assertThat(ratio.median()).isEqualTo(80);
    assertThat(ratio.mark()).isEqualTo(Reading.MARK);
  }

  @Test
  void whatIsInOneConfigurationOnlyHasNoRatio() {
    List<Sample> alone =
        List.of(new Sample("sizes", "flat", "a", 2, 4, 0, new Sample.Measured(10, "us", QUIET)));
    assertThat(Cells.of(alone).ratio(cell -> true, "without agent")).isEmpty();
  }
}
