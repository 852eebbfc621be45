package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts of the source tree. */
class ScriptsTest {
  private static final Duration LINE = Duration.ofSeconds(30);
  private static final Shell SHELL = new Shell(Path.of("..", ".."), Map.of());

  @ParameterizedTest
  @ValueSource(strings = {"bin/legio", "bin/test", ".ci/run", "mvnw", "dist/cluster/thesis.sh"})
  void shellcheckFindsNothing(String script) throws IOException, InterruptedException {
    assumeTrue(
        SHELL.type("command -v shellcheck || true", LINE).stdout().contains("shellcheck"),
        "shellcheck is not installed");
    SHELL.type("shellcheck " + script, LINE).succeeded();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                        | name a test",
        "NoSuchTest                | there is no test NoSuchTest",
        "ScriptsTest embedded      | ScriptsTest chooses its runtime and layout itself",
        "FilesIT simulator         | FilesIT starts real jobs: openmpi, libmpi, embedded or hosts",
        "FilesIT embedded round    | the layout is flat or hierarchical",
      })
  void wrongArgumentsOfTheTestScriptAreRefused(String arguments, String reason)
      throws IOException, InterruptedException {
    Outcome outcome = SHELL.type("bin/test " + arguments, LINE);
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.stderr()).startsWith(reason + "\nusage: ");
  }

  @Test
  void theThesissFiguresAreAllMeasuredInTurn() throws IOException, InterruptedException {
    Outcome outcome =
        SHELL
            .type("LEGIO=echo OUT=x RANKS=4,8 ROUNDS=2 dist/cluster/thesis.sh --mpi embedded", LINE)
            .succeeded();
    assertThat(outcome.stdout().lines())
        .hasSize(4)
        .allMatch(line -> line.matches("bench --rounds 2 --figure \\S+ .*--mpi embedded"));
    assertThat(outcome.stdout())
        .contains("--figure 5.1,5.2 --ranks 4 --out x/sizes")
        .contains("--figure 5.7,5.8 --ranks 4,8 ");
    for (int figure = 1; figure <= 8; figure++) {
      assertThat(outcome.stdout()).containsOnlyOnce("5." + figure);
    }
  }
}
