package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.programs.transparency.Catalog;

/** A program gets the same on several hosts as on one, and survives deaths on any of them. */
@Tag("hosts")
@EnabledIfSystemProperty(
    named = "legio.it.hosts",
    matches = "[2-9]",
    disabledReason = "it chooses its hosts itself, so it runs once, beside the tests over hosts")
class HostsIT {
  private static final String EMBEDDED = "embedded";
  private static final int SUITE_RANKS = 3;

  /** What depends on which ranks share a host. */
  private static final Pattern OF_HOSTS = Pattern.compile("(?m)^on this host: .*\\R.*\\R");

  private static final boolean ALL = Boolean.getBoolean("legio.it.long");
  private static final Duration DEADLINE = Duration.ofMinutes(4);

  static Stream<String> programs() {
    return Catalog.names().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void everyProgramReportsTheSame(String program) {
    String expected = report(program, true, 1);
    assertThat(report(program, false, 2)).as("over two hosts").isEqualTo(expected);
    if (ALL) {
      assertThat(report(program, true, 3)).as("over three hosts, plain").isEqualTo(expected);
    }
  }

  private static String report(String program, boolean plain, int hosts) {
    String report = SuiteRun.whole(SUITE_RANKS, plain, EMBEDDED, hosts).report(program);
    return Difference.reduced(program, OF_HOSTS.matcher(report).replaceAll(""));
  }

  static Stream<String> deaths() {
    String allOfOneHost = "2@bcast:2:before 3@bcast:2:before";
    return ALL
        ? Stream.of("", "2@allReduce:2:inside", "0@gather:1:inside 4@scan:2:after", allOfOneHost)
        : Stream.of(allOfOneHost);
  }

  /** Ranks 0 and 1, 2 and 3, 4 to 6 live on a host each; a local could have three. */
  @ParameterizedTest(name = "dead: {0}")
  @MethodSource("deaths")
  void localsEndWithTheirHosts(String deaths) {
    List<Kill> kills = Kill.parse(deaths);
    Outcome outcome =
        Job.of("RollCall", 5, 2, "array", "dense")
            .on(7)
            .overHosts(3)
            .layout("hierarchical:3")
            .policies("bcast.root-failed=ignore", "scatter.root-failed=ignore", "log-level=debug")
            .killing(kills)
            .within(DEADLINE)
            .run()
            .succeeded();
    assertThat(outcome.stderr())
        .contains("local communicators of MPI_COMM_WORLD begin at ranks [0, 2, 4]");
    RollCallResults results = new RollCallResults(7, 2, List.of());
    assertThat(results.possible(kills))
        .as("%s", outcome)
        .contains(results.survivors(kills, outcome.stdout()));
  }

  /** No process of one host reaches the other one's loopback addresses. */
  @ParameterizedTest(name = "{0} streams")
  @ValueSource(strings = {"1", "8"})
  @EnabledIf("org.legio.integration.Namespaces#areAllowed")
  void hostsMayHaveNetworksOfTheirOwn(String streams) throws IOException {
    try (Namespaces hosts = Namespaces.make(2)) {
      List<Kill> kills = Kill.parse("2@gather:3:inside");
      Outcome outcome =
          hosts
              .run(
                  Job.of("Screening", 40, ScreeningIT.ROUNDS, ScreeningIT.BEST)
                      .killing(kills)
                      .launcher("--streams", streams))
              .succeeded();
      assertThat(Kill.outcomes(kills).stream().map(kill -> ScreeningIT.report(40, 4, kill)))
          .as("%s", outcome)
          .contains(outcome.stdout().lines().toList());
    }
  }
}
