package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs can ask Legio about deaths and repairs, and Legio reports about a run. */
@Tag("embedded-long")
@SampledRows(every = 6)
class AskingIT {
  @Test
  void programsAreToldWhoIsDead() {
    Outcome outcome = run("values", "1@barrier:1:before").succeeded();
    assertThat(outcome.sortedLines())
        .as("%s", outcome)
        .containsExactly(
            "rank 0: 0 true, world [1] 1 false, part [] true, self 0",
            "rank 2: 0 true, world [1] 1 false, part [] true, self 0",
            "rank 3: 0 true, world [1] 1 false, part [0] false, self 0");
  }

  @Test
  void listenersHearOfRepairsWhateverOthersThrow() {
    Outcome outcome = run("listener", "2@barrier:2:before").succeeded();
    assertThat(outcome.find("^rank \\d: heard MPI_COMM_WORLD\\[2\\]3barriertruefalsetrue true$"))
        .as("%s", outcome)
        .hasSize(3);
    assertThat(outcome.stderr()).contains("a listener for repairs has failed");
  }

  @ParameterizedTest(name = "dead: {0}")
  @CsvSource({
    "'',                    60,  '[50, 51, 52, 53]', 1",
    "2@allReduce:3:before,  45,  '[50, 51, -1, 53]', 2",
    "2@allGather:5:before,  45,  '[50, 51, -1, 53]', 2",
    "2@bcast:1:before,      45,  '[50, 51, -1, 53]', 2",
    "1@bcast:2:before 2@allReduce:5:before, 30, '[50, -1, -1, 53]', 3",
  })
  void aBlockIsRepeatedAsAWhole(String deaths, int sum, String gathered, int attempts) {
    Outcome outcome = run("block", deaths).succeeded();
    int living = 4 - Kill.parse(deaths).size();
    assertThat(
            outcome.find(
                "^rank \\d: "
                    + sum
                    + " "
                    + gathered.replace("[", "\\[").replace("]", "\\]")
                    + " in attempts: "
                    + attempts
                    + "$"))
        .as("%s", outcome)
        .hasSize(living);
  }

  @Test
  void whatOneRankThrowsEndsTheBlockAtAll() {
    Outcome outcome = run("throwing", "").succeeded();
    assertThat(outcome.stderr()).isEmpty();
    assertThat(outcome.sortedLines().get(1)).isEqualTo("rank 1: rank 1's own; one of 4");
    assertThat(outcome.find("has failed: rank 1 of the world could not take part, .*; one of 4$"))
        .as("%s", outcome)
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"message", "dup", "other"})
  void aBlockHoldsOnlyItsCollectives(String mode) {
    Outcome outcome = run(mode, "").succeeded();
    assertThat(outcome.find("^rank \\d: legio: .* not possible inside a block: only collectives"))
        .as("%s", outcome)
        .hasSize(4);
  }

  /** In the flat layout, a barrier that a death meets is complete; in the other, made again. */
  @ParameterizedTest(name = "dead: {0}, reporter: {1}, {2}")
  @CsvSource({"1, 0, flat, 0", "0, 1, flat, 0", "1, 0, hierarchical:2, 1"})
  void theReportIsJson(int dead, int reporter, String layout, int repeated, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("report.json");
    Instant before = Instant.now();
    Outcome outcome =
        Job.of("Asking", "values")
            .layout(layout)
            .killing(Kill.parse(dead + "@barrier:1:before 3@Finalize:1:before"))
            .policies("report=" + file)
            .within(Duration.ofMinutes(2))
            .run()
            .succeeded();
    JsonNode report = new ObjectMapper().readTree(file.toFile());
    assertThat(report.get("ranks").asInt()).as("%s", outcome).isEqualTo(4);
    assertThat(report.get("reporter").asInt()).isEqualTo(reporter);
    JsonNode lost = report.get("lost");
    assertThat(lost).hasSize(2);
    assertThat(lost.get(0).get("rank").asInt()).isEqualTo(dead);
    assertThat(lost.get(1).get("call").asText()).isEqualTo("Finalize");
    assertThat(lost.get(0).get("call").asText()).isEqualTo("barrier");
    assertThat(Instant.parse(lost.get(0).get("noticedAt").asText()))
        .isBetween(before.minusSeconds(1), Instant.now());
    assertThat(lost.get(0).get("noticedAfterSeconds").asDouble())
        .isBetween(0.0, report.get("seconds").asDouble());
    assertThat(report.get("shareLost").asDouble()).isEqualTo(0.5);
    int programsAndLegiosAtTheEnd = 2;
    assertThat(report.get("repeated").path("barrier").asInt(0)).isEqualTo(repeated);
    assertThat(report.get("repairs")).hasSize(programsAndLegiosAtTheEnd);
    assertThat(report.get("repairs").get(0).get("communicator").asText())
        .isEqualTo("MPI_COMM_WORLD");
    assertThat(report.get("repairs").get(0).get("lost").get(0).asInt()).isEqualTo(dead);
    assertThat(report.get("skipped").size()).isZero();
    assertThat(report.get("voted").asLong()).isPositive();
    assertThat(report.get("agreed").asLong()).isZero();
    assertThat(report.get("shareInCalls").asDouble()).isBetween(0.0, 1.0);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.toList()).isEqualTo(List.of(file));
    }
  }

  @Test
  void aReportThatCannotBeWrittenIsAWarning(@TempDir Path folder) {
    Path file = folder.resolve("missing").resolve("report.json");
    Outcome outcome =
        Job.of("Asking", "values")
            .on(2)
            .policies("report=" + file)
            .within(Duration.ofMinutes(2))
            .run()
            .succeeded();
    assertThat(outcome.stderr()).contains("the report cannot be written to " + file, "NoSuchFile");
    assertThat(outcome.sortedLines()).hasSize(2);
  }

  @ParameterizedTest(name = "dead: {0}, status {1}")
  @CsvSource({"'', 0", "2@barrier:1:before, 7", "0@barrier:1:before, 7"})
  void aJobThatLostRanksEndsWithTheStatusWanted(String deaths, int status) {
    Outcome outcome =
        Job.of("Asking", "values")
            .killing(Kill.parse(deaths))
            .policies("exit-status-on-loss=7")
            .within(Duration.ofMinutes(2))
            .run();
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(status);
    assertThat(outcome.find("^rank \\d: 0 true, world ")).as("%s", outcome).hasSize(lines(deaths));
  }

  private static int lines(String deaths) {
    return 4 - Kill.parse(deaths).size();
  }

  private static Outcome run(String mode, String deaths) {
    return Job.of("Asking", mode).killing(Kill.parse(deaths)).within(Duration.ofMinutes(2)).run();
  }
}
