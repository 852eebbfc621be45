package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs can join until the first death; after that all ranks get an error. Open MPI 5.0.7's mpirun
 * crashes when two commands are spawned at once, with or without Legio.
 */
@SampledRows(every = 6)
class FamilyIT {
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "spawn,          '[42, 43]'",
    "spawn-by-two,   '[42, 43]'",
    "port,           joined by 1",
    "name,           found",
  })
  void processesJoin(String mode, String said) {
    Outcome outcome = run(mode, mode.equals("spawn-by-two") ? 3 : 2, "").succeeded();
    assertThat(outcome.find("^rank 0: (.*)$").get(0).group(1)).as("%s", outcome).isEqualTo(said);
    assertThat(outcome.stderr()).isEmpty();
  }

  @ParameterizedTest(name = "{0}, dead: {1}")
  @CsvSource({
    "spawn,          3, 1@barrier:1:before, spawn",
    "spawn,          3, 1@spawn:1:before,   spawn",
    "spawn,          3, 0@spawn:1:inside,   spawn",
    "spawn-multiple, 3, 1@barrier:1:after,  spawnMultiple",
    "spawn-by-two,   3, 2@split:1:before,   spawn",
    "port,           4, 2@barrier:1:before, (accept|connect)",
  })
  void afterADeathAllAreRefused(String mode, int ranks, String deaths, String call) {
    Outcome outcome = run(mode, ranks, deaths).succeeded();
    int parents = ranks - 1;
    assertThat(
            outcome.find(
                "^rank \\d: legio: "
                    + call
                    + " is refused, for (ranks? [\\d, ]+|a rank) of MPI_COMM_WORLD (are|is) dead"
                    + " and .*mpirun$"))
        .as("refusals in %s", outcome)
        .hasSize(parents);
    assertThat(outcome.find("^rank \\d: one of " + parents + "$")).hasSize(parents);
  }

  @ParameterizedTest
  @ValueSource(strings = {"name"})
  void whatIsLocalStaysAllowed(String mode) {
    Outcome outcome = run(mode, 3, "1@barrier:1:before").succeeded();
    assertThat(outcome.find("^rank 0: found$")).as("%s", outcome).hasSize(1);
  }

  private static Outcome run(String mode, int ranks, String deaths) {
    return Job.of("Family", mode)
        .on(ranks)
        .mpirun("--oversubscribe") // there must be slots for the children
        .killing(Kill.parse(deaths))
        .within(Duration.ofMinutes(3))
        .run();
  }
}
