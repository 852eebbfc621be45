package org.legio.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.legio.bench.samples.Sample;

class RatioTest {
  private static final double NONE = 1e-9;

  /** One sample for each round. */
  private static List<Sample> rounds(double noise, double... values) {
    List<Sample> samples = new ArrayList<>();
    for (double value : values) {
      samples.add(
          new Sample(
              "sizes",
              "flat",
              "bcast",
              2,
              4,
              samples.size(),
              new Sample.Measured(value, "us", noise)));
    }
    return samples;
  }

  @Test
  void whatSlowsBothInARoundDoesNotCount() {
    Ratio ratio = Ratio.of(rounds(1, 1, 20, 4), rounds(1, 2, 80, 8)).orElseThrow();
    assertThat(ratio.median()).isEqualTo(0.5);
    assertThat(ratio.summary().least()).isEqualTo(0.25);
    assertThat(ratio.summary().most()).isEqualTo(0.5);
    assertThat(ratio.summary().count()).isEqualTo(3);
  }

  @Test
  void aRoundThatOneLacksIsLeftOut() {
    assertThat(Ratio.of(rounds(1, 1, 2, 3), rounds(1, 1)).orElseThrow().summary().count())
        .isEqualTo(1);
    assertThat(Ratio.of(rounds(1, 1), List.of())).isEmpty();
  }

  @Test
  void ratesAreTheOtherWayRound() {
    Ratio ratio = Ratio.of(rounds(1, 1, 2, 4), rounds(1, 2, 2, 2)).orElseThrow().ofRates();
    assertThat(ratio.summary().least()).isCloseTo(0.5, offset(NONE));
    assertThat(ratio.median()).isCloseTo(1, offset(NONE));
    assertThat(ratio.summary().most()).isCloseTo(2, offset(NONE));
  }

  @Test
  void aDisturbedSideMakesItUnreliable() {
    assertThat(Ratio.of(rounds(1, 1), rounds(1, 1)).orElseThrow().mark()).isEmpty();
    assertThat(Ratio.of(rounds(3, 1), rounds(1, 1)).orElseThrow().mark()).isEqualTo("~");
    assertThat(Ratio.of(rounds(1, 1), rounds(3, 1)).orElseThrow().mark()).isEqualTo("~");
  }
}
