package org.legio.launcher.job;

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
    RankOutput.REPORT.addTo(settings, Path.of("/a/b.json"));
    assertThat(settings).isEqualTo(Map.of("report", "/a/b.json"));
  }

  @Test
  void twoFilesAreOneTooMany() {
    Map<String, String> settings = new LinkedHashMap<>(Map.of("report", "/a"));
    assertThatThrownBy(() -> RankOutput.REPORT.addTo(settings, Path.of("/b")))
        .hasMessage(
            "--policy report and --report are given both; --report writes that file, too: drop the"
                + " former");
  }
}
