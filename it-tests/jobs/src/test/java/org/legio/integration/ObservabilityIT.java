package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** Tests the ways to observe a job while it runs. */
class ObservabilityIT {
  @TempDir private Path folder;

  private static Job job(String sample, Object... arguments) {
    return Job.of(sample, arguments).within(Duration.ofMinutes(2));
  }

  @Test
  void theSurvivorsRecordingsHoldTheEvents() throws IOException {
    job("Seen", 20)
        .killing(Kill.parse("1@reduce:4:before 0@reduce:9:before"))
        .jvm(
            "-XX:StartFlightRecording:filename="
                + folder.resolve("%p.jfr")
                + ",+legio.Agree#threshold=0ms")
        .run()
        .succeeded();
    List<List<RecordedEvent>> recordings = new ArrayList<>();
    for (Path file : recordings()) {
      recordings.add(
          RecordingFile.readAllEvents(file).stream()
              .filter(event -> event.getEventType().getName().startsWith("legio."))
              .sorted(Comparator.comparing(RecordedEvent::getStartTime))
              .toList());
    }
    assertThat(recordings).as("recordings of the survivors").hasSize(2);
    for (List<RecordedEvent> events : recordings) {
      assertThat(named(events, "legio.RankFailed"))
          .extracting(event -> event.getInt("rank"))
          .containsExactly(1, 0);
      assertThat(named(events, "legio.RankFailed"))
          .extracting(event -> event.getString("call"))
          .isSubsetOf("reduce", "barrier");
      assertThat(named(events, "legio.Repair"))
          .extracting(event -> event.getString("lost"), event -> event.getInt("left"))
          .containsExactly(tuple("[1]", 3), tuple("[0]", 2));
      assertThat(named(events, "legio.Repair"))
          .allMatch(event -> event.getDuration().compareTo(Duration.ZERO) > 0);
      assertThat(named(events, "legio.OperationSkipped"))
          .as("reductions without their root")
          .hasSizeGreaterThanOrEqualTo(11)
          .allMatch(event -> event.getInt("rank") == 0);
      assertThat(named(events, "legio.Agree"))
          .extracting(event -> event.getString("agreement"))
          .contains("YES");
      assertThat(named(events, "legio.Agree"))
          .extracting(event -> event.getBoolean("onBoard"))
          .as("a board is made, and MPI finalized, by agreements")
          .contains(true, false);
      assertThat(named(events, "legio.Decisions"))
          .as("at the end of a chunk")
          .isNotEmpty()
          .allMatch(event -> event.getLong("published") + event.getLong("voted") > 0);
      assertThat(
              events.stream()
                  .map(event -> event.getEventType().getCategoryNames().get(0))
                  .collect(Collectors.toSet()))
          .isEqualTo(Set.of("Legio"));
    }
  }

  /** Those of the killed are empty. */
  private List<Path> recordings() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> whole = new ArrayList<>();
      for (Path file : files.sorted().toList()) {
        if (Files.size(file) > 0) {
          whole.add(file);
        }
      }
      return whole;
    }
  }

  private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
    return events.stream().filter(event -> event.getEventType().getName().equals(name)).toList();
  }

  /** The program starts the server. Its output is no terminal: no block. */
  @Test
  void jmxShowsTheCounters() {
    Outcome outcome =
        job("Seen", 5, "jmx")
            .launcher("--watch")
            .killing(Kill.parse("1@reduce:4:before"))
            .run()
            .succeeded();
    assertThat(outcome.sortedLines())
        .as("%s", outcome)
        .containsExactly(
            "rank 0: Rank 0, Ranks 4, Repairs 1, FailedRanks [1]",
            "rank 2: Rank 2, Ranks 4, Repairs 1, FailedRanks [1]",
            "rank 3: Rank 3, Ranks 4, Repairs 1, FailedRanks [1]");
    assertThat(outcome.stderr()).doesNotContain("\u001b");
  }

  @Test
  void logsNeverMixIntoTheProgramsOutput() {
    Outcome plain = job("MonteCarloPi", 20000, 20).on(2).plain().run().succeeded();
    Outcome talkative =
        job("MonteCarloPi", 20000, 20).on(2).policies("log-level=trace").run().succeeded();
    assertThat(plain.stdout()).startsWith("pi = ");
    assertThat(talkative.stdout()).isEqualTo(plain.stdout());
  }

  @Test
  void thePageShowsWhoDiedRank0Included() throws Exception {
    Path page = folder.resolve("run.html");
    job("Seen", 20)
        .launcher("--report", page.toString())
        .killing(Kill.parse("1@reduce:4:before 0@reduce:9:before"))
        .run()
        .succeeded();
    JsonNode report = new ObjectMapper().readTree(folder.resolve("run.json").toFile());
    JsonNode repair = report.get("repairs").get(0);
    assertThat(repair.get("beganAfterSeconds").asDouble())
        .isBetween(0.0, report.get("seconds").asDouble());
    assertThat(report.get("firstSkipped")).hasSizeGreaterThanOrEqualTo(11);
    String html = Files.readString(page);
    Document parsed =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(page.toFile());
    assertThat(parsed.getElementsByTagName("figure").getLength()).isEqualTo(1);
    assertThat(html)
        .contains(
            "2 of 4 ranks came to the end; rank 0 was killed at its ninth reduce, rank 1 was killed"
                + " at its fourth reduce; the others repaired and went on;")
        .contains("2 of 4 (50.0 %)", "rank 0: dead, noticed", "rank 2: alive to the end");
  }

  /** Of what rank 0 takes, nearly all is its wait for the others. */
  @Test
  void thePageSaysHowMuchOfTheTimeIsCommunication() throws IOException {
    Path page = folder.resolve("run.html");
    job("Latecomer").on(3).launcher("--report", page.toString()).run().succeeded();
    JsonNode report = new ObjectMapper().readTree(folder.resolve("run.json").toFile());
    assertThat(report.get("samples").asLong()).isPositive();
    assertThat(report.get("shareInCalls").asDouble()).isGreaterThan(0.5);
    assertThat(report.get("partners").asInt()).isEqualTo(2);
    assertThat(Files.readString(page)).contains("with 2 of 2 other ranks", "with 2 replicas");
  }

  @Test
  void thePageSaysWhenNobodyWasLeftToReport() throws IOException {
    Path page = folder.resolve("run.html");
    Files.writeString(folder.resolve("run.json"), "of an earlier run");
    job("Seen", 20)
        .on(2)
        .launcher("--report", page.toString())
        .killing(Kill.parse("0@reduce:4:before 1@reduce:4:before"))
        .run();
    assertThat(Files.readString(page))
        .contains(
            "All 2 ranks were lost, so none was left to continue",
            "The job has ended without a report.",
            "137: all ranks were lost");
    assertThat(new ObjectMapper().readTree(folder.resolve("run.json").toFile()).fieldNames())
        .toIterable()
        .containsExactly("job");
  }

  /** What is left on the terminal at the end is the last state of all ranks. */
  @Test
  void aTerminalShowsWhatRanksDo() {
    Outcome outcome =
        job("Seen", 5, "jmx")
            .launcher("--watch")
            .onTerminal()
            .killing(Kill.parse("1@reduce:4:before"))
            .run()
            .succeeded();
    String escape = "\u001b[";
    int last = outcome.stdout().lastIndexOf("--- 4 ranks: ");
    assertThat(last).as("the block in %s", outcome).isPositive();
    String block = outcome.stdout().substring(last);
    assertThat(block.lines().map(line -> line.replaceAll("\u001b\\[[0-9?]*[A-Za-z]|\r", "")))
        .as("%s", outcome)
        .anyMatch(line -> line.startsWith("--- 4 ranks: 1 dead, 3 finished; repairs: 1;"))
        .anyMatch(line -> line.matches(" {3}0 finished \\S+ {2}\\[#{10}] 100 %"))
        .anyMatch(line -> line.startsWith("   1 dead"));
    assertThat(block).contains(escape + "?25h");
    assertThat(outcome.stdout()).contains("rank 0: Rank 0, Ranks 4, Repairs 1, FailedRanks [1]");
  }
}
