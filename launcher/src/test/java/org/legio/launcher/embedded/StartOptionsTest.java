package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartOptionsTest {
  @TempDir private Path folder;

  private static StartOptions parse(String options, String... more) {
    List<String> line = new ArrayList<>(List.of(options.split(" ")));
    line.addAll(List.of(more));
    line.add("sh");
    return StartOptions.parse(line, Map.of());
  }

  @Test
  void readsEachOption() {
    StartOptions options =
        parse(
            "-np 3 --replicas 0:2 --restart 4 --keep 8 --stdin none --timeout 9 --without-ft"
                + " --tag-output --bind-to none --oversubscribe --allow-run-as-root -x A=b -x NONE",
            "--wdir",
            folder.toString(),
            "--keep-in",
            folder.toString(),
            "--output-filename",
            "out",
            "--survival",
            "survival.json");
    assertThat(options.replicaGroups()).hasToString("2,1,1");
    assertThat(options.restarts()).isEqualTo(4);
    assertThat(options.keeping().bytes()).isEqualTo(8 << 20);
    assertThat(options.keeping().folder()).isEqualTo(folder);
    assertThat(options.inputRank()).isNegative();
    assertThat(options.timeoutSeconds()).isEqualTo(9);
    assertThat(options.isProtected()).isFalse();
    assertThat(options.isTagged()).isTrue();
    assertThat(options.cores()).isEmpty();
    assertThat(options.variables()).isEqualTo(Map.of("A", "b"));
    assertThat(options.missingVariables()).containsExactly("NONE");
    assertThat(options.directory()).hasValue(folder.toString());
    assertThat(options.outputFolder()).hasValue("out");
    assertThat(options.survivalFile()).hasValue(Path.of("survival.json"));
    assertThat(options.command()).containsExactly("sh");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--tag-output|the number of ranks is missing; add for instance -n 8",
        "-n|sh: give a number from 1 to 999999999",
        "-n 2 --restart 10000|--restart 10000: give a number from 1 to 9999",
        "-n 2 --restart 1 --keep 1537|--keep 1537: give a number from 1 to 1536",
        "-n 2 --keep 7|--keep 7: has no effect without --restart; add that",
        "-n 2 --keep-in /tmp|--keep-in /tmp: has no effect without --restart; add that",
        "-n 2 --host a:2 --spare-host b|--spare-host b: has no effect without --restart; add that",
        "-n 2 --restart 1 --spare-host b|--spare-host b: has no effect without --host; add that",
        "-n 2 --stdin 2|--stdin 2: the ranks are 0 to 1",
        "-n 500 --replicas 2|--replicas 2: 500 ranks would have 1000 processes",
        "-n 2 --mca x|--mca is no option of the embedded runtime; use Open MPI for it"
      })
  void refusesWhatIsWrong(String options, String message) {
    assertThatThrownBy(() -> parse(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
