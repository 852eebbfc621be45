package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.legio.bench.programs.MessageCosts;
import org.legio.bench.samples.Sample;
import org.legio.bench.samples.SampleFile;

/** The benchmark suite, with its smallest effort, makes all its measurements and plots. */
class BenchIT {
  private static final List<String> CONFIGURATIONS =
      List.of("without agent", "flat", "flat by messages", "hierarchical");
  private static final List<String> PHASES =
      List.of("total", "detection", "agree", "shrink", "rebuild", "repeat");

  private static final List<String> ESTIMATES =
      List.of(
          "pi by Monte Carlo",
          "Gaussian pairs per pair drawn",
          "Gaussian pairs as counted",
          "best hits of a screening");

  @TempDir private Path folder;

  @Test
  void whatIsMeasuredIsKeptAndDrawn() throws Exception {
    new BenchRun(folder).run("--tiny", "--part", "sizes", "--out", "results");
    List<Sample> samples = SampleFile.read(folder.resolve("results/samples.csv"));
    assertThat(samples).allMatch(sample -> sample.value() >= 0);
    assertThat(samples)
        .filteredOn(sample -> sample.operation().equals("bcast"))
        .extracting(sample -> sample.configuration() + " " + sample.bytes())
        .containsAll(
            CONFIGURATIONS.stream().flatMap(c -> Stream.of(c + " 4", c + " 4096")).toList());
    assertThat(folder.resolve("results/report.html"))
        .content()
        .contains("What can be relied on", "No run failed.", "<svg", "Open MPI 5", "bcast")
        .endsWith("</html>\n");
  }

  @Test
  void thePhasesOfRepairsAddUp() throws Exception {
    new BenchRun(folder).run("--tiny", "--part", "repair", "--out", "results");
    List<Sample> samples = SampleFile.read(folder.resolve("results/samples.csv"));
    assertThat(samples).allMatch(sample -> sample.value() >= 0);
    for (String configuration : List.of("ULFM by hand", "flat", "hierarchical")) {
      thePhasesOfARepairAddUp(samples, configuration);
    }
    assertThat(folder.resolve("results/report.html"))
        .content()
        .contains("What can be relied on", "No run failed.", "death of a master: total")
        .endsWith("</html>\n");
  }

  @Test
  @InLongRuns
  void theEmbeddedRuntimeIsMeasuredBesideOpenMpi() throws Exception {
    String output =
        new BenchRun(folder).run("--tiny", "--mpi", "both", "--part", "startup", "--out", "both");
    assertThat(SampleFile.read(folder.resolve("both/samples.csv")))
        .filteredOn(sample -> sample.operation().equals("start to first collective"))
        .allMatch(sample -> sample.ranks() == 8 && sample.value() > 0)
        .extracting(Sample::configuration)
        .containsExactly(
            "Open MPI: without agent",
            "embedded: without agent",
            "Open MPI: flat",
            "embedded: flat");
    assertThat(folder.resolve("both/report.html"))
        .content()
        .contains("The embedded runtime beside Open MPI", "time, at most 0.5", "No run failed.");
    assertThat(output).contains("legio: start to first collective | 8");
  }

  @Test
  @InLongRuns
  void resultsLoseThePrecisionThatTheoryPredictsAndMessagesStandBesideTheLimit() throws Exception {
    new BenchRun(folder).run("--tiny", "--part", "accuracy", "--part", "limit", "--out", "results");
    List<Sample> samples = SampleFile.read(folder.resolve("results/samples.csv"));
    assertThat(value(samples, "flat (0 of 8 ranks lost)", "best hits of a screening: error"))
        .isZero();
    for (int lost = 0; lost <= 4; lost++) {
      String configuration = "flat (" + lost + " of 8 ranks lost)";
      for (String estimate : ESTIMATES) {
        double theory = value(samples, configuration, estimate + ": theory");
        assertThat(value(samples, configuration, estimate + ": error"))
            .as("%s, %s", estimate, configuration)
            .isBetween(theory / 2, 2 * theory);
      }
    }
    for (String operation : List.of("send+recv of 4 B", "send+recv of 1 MB", "barrier")) {
      assertThat(value(samples, "flat", MessageCosts.limitOf(operation))).isPositive();
    }
    assertThat(folder.resolve("results/report.html"))
        .content()
        .contains("ranks lost, %", "flip of a cache line", "No run failed.");
  }

  @Test
  @InLongRuns
  void figuresOfTheThesisAreMeasuredAndDrawn() throws Exception {
    new BenchRun(folder)
        .run(
            ("--tiny --mpi embedded --figure 5.3,5.6,5.7 --ranks 4 --rounds 1 --nas-class S"
                    + " --out results")
                .split(" "));
    assertThat(folder.resolve("results/report.html")).content().contains("No run failed.");
    assertThat(columns("5.3"))
        .containsExactlyInAnyOrder(
            "bcast,4,4,without agent,,", "bcast,4,4,flat,,", "bcast,4,4,hierarchical,2,");
    assertThat(columns("5.6"))
        .contains(
            "death of a master: total,4,0,flat,,",
            "death of a master: total,4,0,hierarchical,2,",
            "death of a non-master: total,4,0,hierarchical,2,");
    assertThat(columns("5.7"))
        .contains(
            "EP class S,4,0,without agent,,0",
            "EP class S,4,0,flat,,2",
            "EP class S,4,0,hierarchical,2,1");
    for (String number : List.of("5.3", "5.6", "5.7")) {
      assertThat(folder.resolve("results/figure-" + number + ".svg"))
          .content()
          .startsWith("<svg xmlns=")
          .contains(">" + number + " ", ">hierarchical:optimum</text>")
          .endsWith("</svg>\n");
    }
  }

  /** Operation, ranks, bytes, layout, size of the locals and deaths of a figure's samples. */
  private Set<String> columns(String number) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("results/figure-" + number + ".csv"));
    assertThat(lines.get(0)).startsWith("# began: ").contains("commit", "bench --tiny");
    return lines.stream()
        .skip(2)
        .map(line -> line.split(",", -1))
        .peek(fields -> assertThat(Double.parseDouble(fields[11])).isPositive())
        .map(fields -> String.join(",", List.of(fields).subList(3, 9)))
        .collect(Collectors.toSet());
  }

  private static double value(List<Sample> samples, String configuration, String operation) {
    return samples.stream()
        .filter(s -> s.configuration().equals(configuration) && s.operation().equals(operation))
        .findFirst()
        .orElseThrow(() -> new AssertionError(configuration + " has no " + operation))
        .value();
  }

  private static void thePhasesOfARepairAddUp(List<Sample> samples, String configuration) {
    List<Double> values = new ArrayList<>();
    for (String phase : PHASES) {
      values.add(
          samples.stream()
              .filter(s -> s.configuration().equals(configuration))
              .filter(s -> s.operation().equals("death of a master: " + phase))
              .findFirst()
              .orElseThrow(() -> new AssertionError(configuration + " has no " + phase))
              .value());
    }
    double sum = values.stream().skip(1).mapToDouble(Double::doubleValue).sum();
    assertThat(sum)
        .as("%s: %s of %s", configuration, PHASES, values)
        .isCloseTo(values.get(0), org.assertj.core.data.Offset.offset(0.01));
  }
}
