package org.legio.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.legio.bench.plan.Effort;
import org.legio.bench.plan.Lineup;
import org.legio.bench.plan.MpiRuntime;
import org.legio.bench.plan.Part;
import org.legio.bench.plan.Plan;
import org.legio.bench.plan.Run;
import org.legio.bench.samples.Sample;
import org.legio.bench.samples.SampleFile;

class SuiteTest {
  private static final Lineup LINEUP = Lineup.on(MpiRuntime.OPEN_MPI, Optional.empty());

  @TempDir private Path folder;

  private final List<String> told = new ArrayList<>();

  private Suite carryOut(Launcher launcher) throws IOException {
    Suite suite = new Suite(launcher, SampleFile.begin(folder.resolve("s.csv")), new Told());
    suite.carryOut(Plan.of(EnumSet.of(Part.STARTUP), Effort.TINY, LINEUP));
    return suite;
  }

  @Test
  void samplesAreFoundAmongOtherLinesAndKept() throws IOException {
    Suite suite =
        carryOut(
            (run, output) -> {
              output.accept("hello; world");
              output.accept("\0legio-bench;MPI.Init;0;12.5000;1.50;ms\0[vm:1] noise");
              output.accept("legio-bench;MPI.Init;0;legio-bench");
              return Optional.empty();
            });
    assertThat(suite.failures()).isEmpty();
    assertThat(suite.samples())
        .contains(
            new Sample(
                "startup", "flat", "MPI.Init", 2, 0, 0, new Sample.Measured(12.5, "ms", 1.5)))
        .contains(
            new Sample(
                "startup", "flat", "MPI.Init", 8, 0, 0, new Sample.Measured(12.5, "ms", 1.5)))
        .hasSize(6);
    assertThat(SampleFile.read(folder.resolve("s.csv"))).isEqualTo(suite.samples());
  }

  @Test
  void aFailedRunIsToldAndTheOthersAreStillMade() throws IOException {
    Suite suite =
        carryOut(
            (run, output) -> {
              output.accept("legio-bench;MPI.Init;0;1.0;1.0;ms");
              return run.label().equals("flat") && run.ranks() == 2
                  ? Optional.of("no luck")
                  : Optional.empty();
            });
    assertThat(suite.failures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.reason()).isEqualTo("no luck"));
    assertThat(suite.samples()).as("what it measured before is kept").hasSize(6);
    assertThat(told)
        .containsExactly(
            "0 of 6", "1 of 6", "failed flat", "2 of 6", "3 of 6", "4 of 6", "5 of 6", "end");
  }

  @Test
  void aRunThatMeasuresNothingHasFailed() throws IOException {
    assertThat(carryOut((run, output) -> Optional.empty()).failures())
        .extracting(Failure::reason)
        .containsOnly("has measured nothing");
  }

  @Test
  void theTimeLeftIsReckonedWithWhatWasSlowerThanExpected() {
    List<Run> plan = Plan.of(EnumSet.of(Part.STARTUP), Effort.TINY, LINEUP);
    List<Run> alike = plan.stream().filter(run -> run.ranks() == 2).toList();
    TimeLeft left = new TimeLeft(alike);
    int each = alike.get(0).expectedSeconds();
    assertThat(left.seconds(0)).isEqualTo(3L * each);
    left.recordDone(alike.get(0));
    assertThat(left.seconds(10)).isEqualTo(20);
  }

  /** Writes down what it is told. */
  private final class Told implements SuiteListener {
    @Override
    public void begins(Run run, int index, int of, long secondsLeft) {
      told.add(index + " of " + of);
    }

    @Override
    public void failed(Failure failure) {
      told.add("failed " + failure.run().label());
    }

    @Override
    public void ends() {
      told.add("end");
    }
  }
}
