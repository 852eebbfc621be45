package org.legio.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.legio.bench.samples.Sample;

class SummaryTest {

  @Test
  void quartilesOfAnOddNumberAreValues() {
    assertThat(Summary.of(List.of(9.0, 1.0, 3.0, 7.0, 5.0)))
        .isEqualTo(new Summary(5, 1, 3, 5, 7, 9));
  }

  @Test
  void quartilesOfAnEvenNumberLieBetweenValues() {
    assertThat(Summary.of(List.of(4.0, 2.0, 3.0, 1.0)))
        .isEqualTo(new Summary(4, 1, 1.75, 2.5, 3.25, 4));
  }

  @Test
  void oneValueIsAllOfThem() {
    assertThat(Summary.of(List.of(2.0))).isEqualTo(new Summary(1, 2, 2, 2, 2, 2));
  }

  @Test
  void nothingCannotBeSummarized() {
    assertThatIllegalArgumentException().isThrownBy(() -> Summary.of(List.of()));
  }

  @Test
  void aGridSortsSamplesIntoRowsAndColumnsAsTheyCome() {
    Grid<Integer> grid =
        Grid.of(
            List.of(of("plain", 8, 3), of("flat", 4, 5), of("plain", 4, 1), of("plain", 8, 5)),
            Sample::bytes,
            Sample::configuration);
    assertThat(grid.rows()).containsExactly(8, 4);
    assertThat(grid.columns()).containsExactly("plain", "flat");
    assertThat(grid.at(8, "plain")).hasValueSatisfying(s -> assertThat(s.median()).isEqualTo(4));
    assertThat(grid.at(8, "flat")).isEmpty();
    assertThat(grid.column("flat")).containsOnlyKeys(4);
  }

  private static Sample of(String configuration, int bytes, double value) {
    return new Sample(
        "sizes", configuration, "bcast", 2, bytes, 0, new Sample.Measured(value, "us", 1.0));
  }
}
