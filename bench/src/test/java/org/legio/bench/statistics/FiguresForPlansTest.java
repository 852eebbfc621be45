package org.legio.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.legio.bench.plan.Variant;
import org.legio.bench.samples.Sample;
import org.legio.launcher.plan.BenchFigures;

/** {@code bin/legio plan} finds what it needs among the cells. */
class FiguresForPlansTest {
  @TempDir private Path folder;

  private static Sample sample(
      String part, String configuration, String operation, int ranks, double value, String unit) {
    Sample.Measured measured = new Sample.Measured(value, unit, 1);
    return new Sample(part, configuration, operation, ranks, 0, 0, measured);
  }

  private BenchFigures figures(Sample... samples) throws IOException {
    Files.write(folder.resolve("cells.csv"), Cells.of(List.of(samples)).lines());
    return BenchFigures.in(folder);
  }

  @Test
  void replicasAreComparedWithOneProcessARank() throws IOException {
    BenchFigures figures =
        figures(
            sample("replicas", Variant.SINGLE.name(), "stencil", 4, 1000, "ms"),
            sample("replicas", Variant.TWO_REPLICAS.name(), "stencil", 4, 2500, "ms"),
            sample("replicas", Variant.SINGLE.name(), "half a round trip", 4, 1, "us"),
            sample("replicas", Variant.TWO_REPLICAS.name(), "half a round trip", 4, 9, "us"));
    assertThat(figures.slowdown(2)).hasValue(2.5);
    assertThat(figures.slowdown(3)).isEmpty();
    assertThat(figures.repairSeconds()).isEmpty();
  }

  @Test
  void theRepairOfTheMostRanksCounts() throws IOException {
    BenchFigures figures =
        figures(
            sample("repair", Variant.FLAT.name(), "a master: total", 4, 20, "ms"),
            sample("repair", Variant.FLAT.name(), "a master: agree", 16, 5, "ms"),
            sample("repair", Variant.FLAT.name(), "a master: total", 16, 40, "ms"));
    assertThat(figures.repairSeconds()).hasValue(0.04);
  }

  @Test
  void aFolderWithoutFiguresIsRefused() throws IOException {
    assertThatThrownBy(() -> BenchFigures.in(folder)).hasMessageContaining("bench --out");
    Files.writeString(folder.resolve("cells.csv"), "other\n");
    assertThatThrownBy(() -> BenchFigures.in(folder)).hasMessageContaining("no figures");
  }
}
