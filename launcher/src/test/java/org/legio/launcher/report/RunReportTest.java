package org.legio.launcher.report;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportTest {
  @TempDir private Path folder;

  @Test
  void refusesACommaInThePagesName() {
    assertThatThrownBy(() -> RunReport.at(folder.resolve("a,b.html")))
        .hasMessageContaining("a,b.html: the agent's arguments are separated by commas");
  }

  @Test
  void refusesAMissingFolder() {
    assertThatThrownBy(() -> RunReport.at(folder.resolve("none").resolve("run.html")))
        .hasMessageContaining("none is not a folder that can be written to");
  }
}
