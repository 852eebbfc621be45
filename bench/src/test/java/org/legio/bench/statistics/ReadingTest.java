package org.legio.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.legio.bench.samples.Sample;

class ReadingTest {
  private static final double QUIET = 1.02;
  private static final double BUSY = 2.5;

  private static List<Sample> samples(String operation, double noise, double... values) {
    List<Sample> samples = new ArrayList<>();
    for (double value : values) {
      samples.add(
          new Sample("sizes", "flat", operation, 2, 4, 0, new Sample.Measured(value, "us", noise)));
    }
    return samples;
  }

  private static List<Sample> joined(List<Sample> some, List<Sample> others) {
    List<Sample> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }

  @Test
  void disturbedSamplesAreLeftOutWhereEnoughOthersRemain() {
    Reading reading =
        Reading.of(joined(samples("bcast", QUIET, 1, 2, 3), samples("bcast", BUSY, 5569, 9000)));
    assertThat(reading.summary()).isEqualTo(Summary.of(List.of(1.0, 2.0, 3.0)));
    assertThat(reading.samples()).isEqualTo(5);
    assertThat(reading.disturbed()).isEqualTo(2);
    assertThat(reading.noise()).isEqualTo(QUIET);
    assertThat(reading.isReliable()).isTrue();
    assertThat(reading.mark()).isEmpty();
  }

  @Test
  void whereTooFewRemainAllAreKeptAndMarked() {
    Reading twoOfThree =
        Reading.of(joined(samples("bcast", QUIET, 1, 2), samples("bcast", BUSY, 3)));
    assertThat(twoOfThree.isReliable()).as("two are not enough").isFalse();
    assertThat(twoOfThree.mark()).isEqualTo("~");
    assertThat(twoOfThree.summary().count()).isEqualTo(3);
    Reading threeOfSeven =
        Reading.of(joined(samples("bcast", QUIET, 1, 1, 1), samples("bcast", BUSY, 1, 2, 3, 4)));
    assertThat(threeOfSeven.isReliable()).as("less than half").isFalse();
    assertThat(threeOfSeven.median()).isEqualTo(1);
  }

  @Test
  void fewSamplesAreReliableIfNoneWasDisturbed() {
    assertThat(Reading.of(samples("memory", QUIET, 55)).isReliable()).isTrue();
    assertThat(Reading.of(samples("memory", BUSY, 55)).isReliable()).isFalse();
  }

  @Test
  void samplesThatAreTooFarApartAreNoResultEither() {
    assertThat(Reading.of(samples("bcast", QUIET, 1, 1, 4, 4)).isReliable()).isTrue();
    assertThat(Reading.of(samples("bcast", QUIET, 1, 1, 9, 9)).isReliable()).isFalse();
  }

  @Test
  void aBusyMachineIsCalledSoAndWhatItHasSpoiltIsCounted() {
    List<Sample> all =
        joined(
            joined(samples("bcast", QUIET, 1, 1, 1), samples("bcast", BUSY, 9, 9)),
            joined(samples("gather", BUSY, 9, 9), samples("reduce", QUIET, 1, 1, 1)));
    Reliability reliability = Cells.of(all).reliability();
    assertThat(reliability).isEqualTo(new Reliability(10, 4, 3, 1));
    assertThat(reliability.sentence())
        .isEqualTo(
            "This machine was busy: 40 % of the samples were disturbed. 1 of 3 cells cannot be"
                + " relied on; it is marked ~. Repeat on a quiet machine.");
  }

  @Test
  void aQuietMachineIsCalledSo() {
    assertThat(Cells.of(Collections.nCopies(5, samples("bcast", QUIET, 1).get(0))).reliability())
        .extracting(Reliability::sentence)
        .isEqualTo(
            "This machine was quiet: 0 % of the samples were disturbed. No cell is marked: all 1"
                + " can be relied on.");
    assertThat(new Reliability(100, 2, 20, 3).sentence())
        .isEqualTo(
            "This machine was quiet: 2 % of the samples were disturbed. 3 of 20 cells cannot be"
                + " relied on; they are marked ~. Repeat with more rounds.");
    assertThat(Cells.of(List.of()).reliability().sentence()).isEqualTo("Nothing was measured.");
  }

  @Test
  void cellsAreWrittenWithTheirNoise() {
    List<Sample> all = joined(samples("bcast", QUIET, 1, 2, 3), samples("gather", BUSY, 7));
    assertThat(Cells.of(all).lines())
        .containsExactly(
            "part,configuration,operation,ranks,bytes,unit,"
                + "median,lower,upper,samples,disturbed,noise,reliable",
            "sizes,flat,bcast,2,4,us,2.0000,1.5000,2.5000,3,0,1.02,true",
            "sizes,flat,gather,2,4,us,7.0000,7.0000,7.0000,1,1,2.50,false");
  }
}
