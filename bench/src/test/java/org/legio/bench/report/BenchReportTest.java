package org.legio.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.legio.bench.plan.MpiRuntime;
import org.legio.bench.plan.Part;
import org.legio.bench.plan.Run;
import org.legio.bench.plan.Variant;
import org.legio.bench.programs.MessageCosts;
import org.legio.bench.programs.StartUp;
import org.legio.bench.run.Failure;
import org.legio.bench.samples.Sample;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class BenchReportTest {
  private static final Failure FAILURE =
      new Failure(
          new Run(
              Part.STARTUP,
              "flat",
              new Variant(
                  MpiRuntime.OPEN_MPI, "flat", Optional.empty(), Optional.empty(), List.of()),
              2,
              0,
              new Run.Program(StartUp.class, List.of()),
              0),
          "not over after 150 s\n<said> & more");

  private static List<Sample> samples() {
    List<Sample> all = new ArrayList<>();
    for (String configuration : List.of("without agent", "flat")) {
      double factor = configuration.equals("flat") ? 2 : 1;
      for (int round = 0; round < 3; round++) {
        double value = factor * (10 + round);
        all.add(
            new Sample(
                "sizes",
                configuration,
                "bcast",
                2,
                4,
                round,
                new Sample.Measured(value, "us", 1.0)));
        all.add(
            new Sample(
                "sizes",
                configuration,
                "bcast",
                2,
                1 << 20,
                round,
                new Sample.Measured(50 * value, "us", 1.0)));
        all.add(
            new Sample(
                "sizes",
                configuration,
                "barrier",
                2,
                0,
                round,
                new Sample.Measured(value, "us", 1.0)));
        all.add(
            new Sample(
                "ranks",
                configuration,
                "reduce",
                2,
                4,
                round,
                new Sample.Measured(value, "us", 1.0)));
        all.add(
            new Sample(
                "ranks",
                configuration,
                "reduce",
                4,
                4,
                round,
                new Sample.Measured(3 * value, "us", 1.0)));
        all.add(
            new Sample(
                "repair",
                configuration,
                "death of a master: total",
                4,
                0,
                round,
                new Sample.Measured(value, "ms", 1.0)));
        all.add(
            new Sample(
                "repair",
                configuration,
                "death of a master: agree",
                4,
                0,
                round,
                new Sample.Measured(1, "ms", 1.0)));
        all.add(
            new Sample(
                "repair",
                configuration,
                "death of a master: shrink",
                4,
                0,
                round,
                new Sample.Measured(2, "ms", 1.0)));
        all.add(
            new Sample(
                "applications",
                configuration,
                "docking",
                4,
                0,
                round,
                new Sample.Measured(value, "ms", 1.0)));
        all.add(
            new Sample(
                "startup",
                configuration,
                "memory",
                2,
                0,
                round,
                new Sample.Measured(value, "MB", 1.0)));
      }
    }
    return all;
  }

  private static Document parsed(BenchReport report) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(report.html())));
  }

  private static List<String> texts(Document page, String element) {
    NodeList found = page.getElementsByTagName(element);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent().strip());
    }
    return texts;
  }

  @Test
  void thePageIsWellFormedAndHasEachPlot() throws Exception {
    Document page = parsed(new BenchReport(Map.of("cores", "2"), samples(), List.of()));
    assertThat(texts(page, "figcaption")).containsExactly("bcast", "reduce");
    assertThat(page.getElementsByTagName("svg").getLength()).isEqualTo(2);
    assertThat(texts(page, "h4")).contains("docking, ms", "memory, MB", "4 ranks, ms");
    assertThat(texts(page, "td")).contains("2", "11.0 (10.5 to 11.5; 3)");
    assertThat(texts(page, "td")).as("ratio").contains("22.0, ×2.00 (21.0 to 23.0; 3)");
    assertThat(texts(page, "p")).contains("No run failed.");
  }

  @Test
  void theHeadLineSaysWhatProtectionCosts() throws Exception {
    Document page = parsed(new BenchReport(Map.of(), samples(), List.of()));
    assertThat(texts(page, "p"))
        .first()
        .isEqualTo(
            "With protection (flat) an operation takes 2.00 times as long as without, in the median"
                + " of 9; 20 of 20 results can be relied on.");
    assertThat(texts(page, "td")).contains("flat", "×2.00 (2.00 to 2.00; 3)");
    assertThat(texts(page, "h4")).contains("barrier, µs").noneMatch(text -> text.endsWith(" us"));
    assertThat(texts(parsed(new BenchReport(Map.of(), List.of(), List.of())), "p"))
        .first()
        .asString()
        .startsWith("Nothing was measured both with and without protection");
  }

  /** Three quiet samples without the agent and one with it that was disturbed. */
  private static List<Sample> ofABusyMachine() {
    List<Sample> all = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      all.add(
          new Sample(
              "sizes", "without agent", "bcast", 2, 4, round, new Sample.Measured(1, "us", 1.05)));
    }
    all.add(
        new Sample("sizes", "without agent", "bcast", 2, 4, 3, new Sample.Measured(8, "us", 3)));
    all.add(new Sample("sizes", "flat", "bcast", 2, 4, 0, new Sample.Measured(5569, "us", 40)));
    return all;
  }

  @Test
  void whatWasDisturbedIsNotShownAsAResult() throws Exception {
    Map<String, String> circumstances =
        Map.of(
            "cores",
            "2",
            "load average at the beginning",
            "10.0",
            "load average at the end",
            "67.0");
    Document page = parsed(new BenchReport(circumstances, ofABusyMachine(), List.of()));
    assertThat(texts(page, "td"))
        .contains("1.00 (1.00 to 1.00; 3 of 4)")
        .contains("~5569, ~×5569.00 (5569 to 5569; 1, 1 disturbed)")
        .startsWith("2", "10.0", "67.0")
        .contains("2 of 5 (40 %)", "1 of 2");
    assertThat(texts(page, "h2")).startsWith("What was run, and where", "What can be relied on");
    assertThat(texts(page, "p"))
        .doesNotContain("All runs went well.")
        .anyMatch(
            text ->
                text.startsWith(
                    "This machine was busy: 40 % of the samples were disturbed. 1 of 2 cells"));
  }

  @Test
  void aRatioToWhatWasDisturbedIsMarkedToo() throws Exception {
    List<Sample> samples =
        List.of(
            new Sample("sizes", "without agent", "bcast", 2, 4, 0, new Sample.Measured(1, "us", 3)),
            new Sample("sizes", "flat", "bcast", 2, 4, 0, new Sample.Measured(2, "us", 1)));
    assertThat(texts(parsed(new BenchReport(Map.of(), samples, List.of())), "td"))
        .contains("2.00, ~×2.00 (2.00 to 2.00; 1)");
  }

  /** Both runtimes, of which one takes so many times as long as the other. */
  private static List<Sample> sideBySide(double times) {
    List<Sample> all = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      double theirs = 10 + round;
      for (int bytes : List.of(4, 1 << 20)) {
        all.add(
            new Sample(
                "sizes",
                "Open MPI: flat",
                "send+recv",
                2,
                bytes,
                round,
                new Sample.Measured(theirs, "us", 1)));
        all.add(
            new Sample(
                "sizes",
                "embedded: flat",
                "send+recv",
                2,
                bytes,
                round,
                new Sample.Measured(times * theirs, "us", 1)));
      }
    }
    return all;
  }

  @Test
  void bothRuntimesAreComparedAndTheGoalsJudged() throws Exception {
    BenchReport fast = new BenchReport(Map.of(), sideBySide(0.25), List.of());
    assertThat(texts(parsed(fast), "td"))
        .contains("time, at most 0.3", "0.25 (0.25 to 0.25; 3), met")
        .contains("bandwidth, at least 0.9", "4.00 (4.00 to 4.00; 3), met");
    BenchReport slow = new BenchReport(Map.of(), sideBySide(2), List.of());
    assertThat(slow.goals())
        .containsExactly(
            "operation | ranks | size | goal | flat",
            "send+recv | 2 | 4 B | time, at most 0.3 | 2.00 (2.00 to 2.00; 3), missed",
            "send+recv | 2 | 1 MB | bandwidth, at least 0.9 | 0.50 (0.50 to 0.50; 3), missed");
    assertThat(new BenchReport(Map.of(), samples(), List.of()).goals()).isEmpty();
  }

  @Test
  void thePageNeedsNothingElse() {
    String html = new BenchReport(Map.of(), samples(), List.of()).html();
    assertThat(html.replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http", "src=", "href=", "@import", "url(");
  }

  @Test
  void whatFailedIsNotHidden() throws Exception {
    Document page = parsed(new BenchReport(Map.of(), List.of(), List.of(FAILURE)));
    assertThat(texts(page, "h2")).contains("What went wrong: 1 run");
    assertThat(texts(page, "pre")).containsExactly("not over after 150 s\n<said> & more");
    assertThat(texts(page, "p"))
        .anyMatch(text -> text.startsWith("start-up and memory, flat, 2 ranks, round 1: StartUp"));
  }

  private static Sample sample(Part part, String configuration, String operation, double value) {
    String unit = part == Part.ACCURACY ? "%" : "us";
    return new Sample(
        part.id(), configuration, operation, 2, 0, 0, new Sample.Measured(value, unit, 1));
  }

  @Test
  void messagesAndCollectivesAreComparedWithTheMachinesLimit() throws Exception {
    List<Sample> samples =
        List.of(
            sample(Part.LIMIT, "without agent", MessageCosts.limitOf("send+recv of 4 B"), 0.1),
            sample(Part.LIMIT, "without agent", "send+recv of 4 B", 0.2),
            sample(Part.LIMIT, "without agent", MessageCosts.limitOf("send+recv of 1 MB"), 50),
            sample(Part.LIMIT, "without agent", "send+recv of 1 MB", 75),
            sample(Part.LIMIT, "flat", MessageCosts.limitOf("barrier"), 0.1),
            sample(Part.LIMIT, "flat", "barrier", 0.4));
    assertThat(texts(parsed(new BenchReport(Map.of(), samples, List.of())), "tr"))
        .contains(
            "send+recv of 4 B2.00 (2.00 to 2.00; 1)-",
            "send+recv of 1 MB1.50 (1.50 to 1.50; 1)-",
            "barrier-4.00 (4.00 to 4.00; 1)");
  }

  @Test
  void errorsAreDrawnAndListedBesideTheory() throws Exception {
    List<Sample> samples = new ArrayList<>();
    for (int lost = 0; lost <= 2; lost++) {
      String configuration = "flat (" + lost + " of 4 ranks lost)";
      samples.add(sample(Part.ACCURACY, configuration, "hits: error", 24 * lost));
      samples.add(sample(Part.ACCURACY, configuration, "hits: theory", 25 * lost));
    }
    Document page = parsed(new BenchReport(Map.of(), samples, List.of()));
    assertThat(texts(page, "figcaption")).containsExactly("hits");
    assertThat(texts(page, "text")).contains("error", "theory", "25", "50", "ranks lost, %");
    assertThat(texts(page, "tr"))
        .contains("flat (1 of 4 ranks lost)24.0 (24.0 to 24.0; 1)25.0 (25.0 to 25.0; 1)");
  }
}
