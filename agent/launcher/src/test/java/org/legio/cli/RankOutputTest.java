package org.legio.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RankOutputTest {
  @Test
  void theAgentsSettingNamesTheFile() {
    Map<String, String> settings = new LinkedHashMap<>();
    RankOutput.METRICS.addTo(settings, Path.of("/a/b.prom"));
    assertThat(settings).isEqualTo(Map.of("metrics", "/a/b.prom"));
  }

  @Test
  void twoFilesAreOneTooMany() {
    Map<String, String> settings = new LinkedHashMap<>(Map.of("metrics", "/a"));
    assertThatThrownBy(() -> RankOutput.METRICS.addTo(settings, Path.of("/b")))
        .hasMessage(
            "--policy metrics and --metrics are given both; --metrics writes that file, too: drop the"
                + " former");
  }

  @Test
  void aCommaWouldBeginAnotherSetting() {
    assertThatThrownBy(() -> RankOutput.METRICS.checked(Path.of("/tmp/a,b.prom")))
        .hasMessageContaining("--metrics /tmp/a,b.prom: the agent's arguments are separated by");
  }
}
