package org.legio.integration;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.legio.bench.samples.Sample;
import org.legio.bench.samples.SampleFile;

/** The benchmark suite, with its smallest effort, makes all its measurements and plots. */
@Isolated("it measures")
class BenchIT {
  private static final int DEADLINE_SECONDS = 240;
  private static final List<String> CONFIGURATIONS =
      List.of("without agent", "flat", "flat by messages", "hierarchical");
  private static final List<String> PHASES =
      List.of("total", "detection", "agree", "shrink", "rebuild", "repeat");

  private final JobProcesses processes = new JobProcesses(UUID.randomUUID().toString());

  @TempDir private Path folder;

  @Test
  void whatIsMeasuredIsKeptAndDrawn() throws Exception {
    bench("--tiny", "--part", "sizes", "--part", "repair", "--out", "results");
    List<Sample> samples = SampleFile.read(folder.resolve("results/samples.csv"));
    assertThat(samples).allMatch(sample -> sample.value() >= 0);
    assertThat(samples)
        .filteredOn(sample -> sample.operation().equals("bcast"))
        .extracting(sample -> sample.configuration() + " " + sample.bytes())
        .containsAll(
            CONFIGURATIONS.stream().flatMap(c -> Stream.of(c + " 4", c + " 4096")).toList());
    for (String configuration : List.of("ULFM by hand", "flat", "hierarchical")) {
      thePhasesOfARepairAddUp(samples, configuration);
    }
    assertThat(folder.resolve("results/report.html"))
        .content()
        .contains(
            "What can be relied on",
            "No run failed.",
            "<svg",
            "Open MPI 5",
            "bcast",
            "death of a master: total")
        .endsWith("</html>\n");
  }

  @Test
  void whatABusyMachineHasDisturbedIsMarked() throws Exception {
    int perProcessor = 2;
    List<Process> loops = new ArrayList<>();
    try {
      for (int i = 0; i < perProcessor * Runtime.getRuntime().availableProcessors(); i++) {
        loops.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
      }
      bench("--tiny", "--part", "sizes", "--out", "busy");
    } finally {
      loops.forEach(Process::destroyForcibly);
      for (Process loop : loops) {
        loop.waitFor();
      }
    }
    assertThat(SampleFile.read(folder.resolve("busy/samples.csv")))
        .filteredOn(Sample::isDisturbed)
        .isNotEmpty();
    assertThat(folder.resolve("busy/cells.csv")).content().contains(",false\n");
    assertThat(folder.resolve("busy/report.html"))
        .content()
        .contains(
            "This machine was busy",
            "cannot be relied on",
            "<td class=\"number\">~",
            ", ~×",
            "unreliable")
        .doesNotContain("All runs went well");
    assertThat(text(folder.resolve("output"))).contains("legio: This machine was busy");
  }

  @Test
  void theEmbeddedRuntimeIsMeasuredBesideOpenMpi() throws Exception {
    bench("--tiny", "--mpi", "both", "--part", "startup", "--out", "both");
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
    assertThat(text(folder.resolve("output"))).contains("legio: start to first collective | 8");
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

  private void bench(String... arguments) throws IOException, InterruptedException {
    List<String> launcher = RealMpi.javaCommand();
    Preparation.once(launcher);
    List<String> command = new ArrayList<>(launcher);
    command.add("bench");
    command.addAll(List.of(arguments));
    Path output = folder.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    builder.redirectInput(new java.io.File("/dev/null"));
    processes.mark(builder.environment());
    Process process = builder.start();
    try {
      assertThat(process.waitFor(DEADLINE_SECONDS, SECONDS)).as("is over in time").isTrue();
      assertThat(process.exitValue()).as(text(output)).isZero();
      assertThat(processes.descriptions()).as("left behind").isEmpty();
    } finally {
      processes.kill();
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
