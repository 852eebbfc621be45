package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.samples.transparency.Catalogue;

/** Without faults every program of the suite reports the same with and without the agent. */
class TransparencyIT {
  private static final Map<String, SuiteRun> RUNS = new ConcurrentHashMap<>();

  static Stream<Arguments> programs() {
    return IntStream.rangeClosed(1, 4)
        .boxed()
        .flatMap(ranks -> Catalogue.names().stream().map(name -> arguments(name, ranks)));
  }

  @ParameterizedTest(name = "{0} on {1} ranks")
  @MethodSource("programs")
  void sameReport(String program, int ranks) {
    compare(program, run(Catalogue.names(), ranks, true), run(Catalogue.names(), ranks, false));
  }

  @ParameterizedTest(name = "{0} ranks")
  @ValueSource(ints = {1, 2, 3, 4})
  void nothingMoreIsSaid(int ranks) {
    assertThat(run(Catalogue.names(), ranks, false).said())
        .as("lines on standard error")
        .isEqualTo(run(Catalogue.names(), ranks, true).said());
  }

  @ParameterizedTest(name = "{0} alone on {1} ranks")
  @MethodSource("programs")
  @EnabledIfSystemProperty(named = "legio.it.long", matches = "true")
  void sameReportAlone(String program, int ranks) {
    List<String> alone = List.of(program);
    compare(program, new SuiteRun(alone, ranks, true), new SuiteRun(alone, ranks, false));
  }

  private static SuiteRun run(List<String> programs, int ranks, boolean plain) {
    return RUNS.computeIfAbsent(
        (plain ? "plain " : "agent ") + ranks, key -> new SuiteRun(programs, ranks, plain));
  }

  private static void compare(String program, SuiteRun plain, SuiteRun agent) {
    String expected = plain.report(program);
    assertThat(expected).as("without the agent").doesNotContain("failed with", "\tat ");
    assertThat(agent.report(program)).as("with the agent").isEqualTo(expected);
  }
}
