package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of metrics for Prometheus. */
class MetricsIT {
  private static final String CLASSES = "org.legio.observability.metrics.";

  @TempDir private Path folder;

  private static Job job() {
    return Job.of("Seen", 20).mpi("embedded").layout("flat").within(Duration.ofMinutes(2));
  }

  /** The name of the file has in it all that must be escaped. */
  @Test
  void theFileSaysWhatTheReportSays() throws IOException {
    String run = "a\"b\\c\nd";
    Path file = folder.resolve(run + ".prom");
    Path page = folder.resolve("run.html");
    job()
        .launcher("--metrics", file.toString(), "--report", page.toString())
        .killing(Kill.parse("1@reduce:4:before 0@reduce:9:before"))
        .run()
        .succeeded();
    JsonNode report = new ObjectMapper().readTree(folder.resolve("run.json").toFile());
    Values values = new Values(run, Exposition.parse(Files.readString(file)));
    assertThat(values.of("legio_running", "")).isZero();
    assertThat(values.of("legio_run_info", "layout=flat, ")).isEqualTo(1);
    assertThat(values.of("legio_ranks", "")).isEqualTo(4);
    assertThat(values.of("legio_reporter_rank", "")).isEqualTo(report.get("reporter").asInt());
    assertThat(values.of("legio_failed_ranks_total", "")).isEqualTo(report.get("lost").size());
    assertThat(values.of("legio_rank_failed", "rank=0, ")).isEqualTo(1);
    assertThat(values.of("legio_rank_failed", "rank=1, ")).isEqualTo(1);
    assertThat(values.of("legio_repairs_total", "")).isEqualTo(2);
    assertThat(values.of("legio_repair_seconds_count", "")).isEqualTo(report.get("repairs").size());
    assertThat(values.of("legio_repair_seconds_sum", "") * 1000)
        .isEqualTo(milliseconds(report), within(0.01));
    assertThat(values.of("legio_skipped_operations_total", "call=reduce, "))
        .isEqualTo(report.get("skipped").get("reduce").asInt())
        .isGreaterThanOrEqualTo(11);
    assertThat(values.of("legio_decisions_total", "how=published, "))
        .isEqualTo(report.get("published").asDouble());
    assertThat(values.of("legio_decisions_total", "how=voted, "))
        .isGreaterThanOrEqualTo(report.get("voted").asDouble());
    assertThat(values.of("legio_masked_deaths_total", "")).isZero();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactlyInAnyOrder(file, page, folder.resolve("run.json"));
    }
  }

  private static double milliseconds(JsonNode report) {
    double sum = 0;
    for (JsonNode repair : report.get("repairs")) {
      sum += repair.get("milliseconds").asDouble();
    }
    return sum;
  }

  private record Values(String run, Exposition exposition) {
    double of(String name, String otherLabels) {
      String key = name + "{" + otherLabels + "run=" + run + "}";
      assertThat(exposition.values()).containsKey(key);
      return exposition.values().get(key);
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsOneWarning() {
    Path file = folder.resolve("missing").resolve("a.prom");
    Outcome outcome = job().on(2).policies("metrics=" + file).run().succeeded();
    assertThat(outcome.stderr().lines().filter(line -> line.contains("the metrics cannot be")))
        .as("%s", outcome)
        .singleElement()
        .asString()
        .contains(file.toString(), "NoSuchFile", "metrics=FILE");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onlyWhoWantsMetricsLoadsTheirClasses(boolean isWanted) throws IOException {
    Path log = folder.resolve("loaded-%p.log");
    Job job = job().on(2).jvm("-Xlog:class+load:file=" + log);
    if (isWanted) {
      job.launcher("--metrics", folder.resolve("a.prom").toString());
    }
    job.run().succeeded();
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> logs = files.filter(file -> file.toString().endsWith(".log")).toList();
      assertThat(logs).hasSize(2);
      for (Path ranks : logs) {
        assertThat(Files.readString(ranks).contains(CLASSES)).as("%s", ranks).isEqualTo(isWanted);
      }
    }
    assertThat(folder.resolve("a.prom").toFile().exists()).isEqualTo(isWanted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# HELP a_total A.\n# TYPE a_total gauge\na_total{} 1\n",
        "# HELP a A.\n# TYPE a gauge\na{x=\"1\"} 1\na{x=\"1\"} 2\n",
        "# HELP a A.\n# TYPE a gauge\na{x=\"\"\"} 1\n",
        "# HELP a A.\n# TYPE a gauge\nb{x=\"1\"} 1\n",
        "# HELP a A.\n# TYPE a gauge\na{x=\"1\"} 1",
        "# HELP a A.\na{x=\"1\"} 1\n",
      })
  void theReaderIsStrict(String wrong) {
    assertThatThrownBy(() -> Exposition.parse(wrong)).isInstanceOf(AssertionError.class);
  }
}
