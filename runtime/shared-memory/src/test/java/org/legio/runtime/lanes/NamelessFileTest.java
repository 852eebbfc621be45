package org.legio.runtime.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Other processes write to it, and it cannot be left behind. */
class NamelessFileTest {
  private static void append(NamelessFile file, String text) throws Exception {
    String line = "printf '%s' '" + text + "' >> " + file.place();
    assertThat(new ProcessBuilder("sh", "-c", line).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void anotherProcessWritesToIt() throws Exception {
    try (NamelessFile file = NamelessFile.make()) {
      assertThat(file.contents()).isEmpty();
      append(file, "one ");
      append(file, "two");
      assertThat(file.contents()).asString(StandardCharsets.UTF_8).isEqualTo("one two");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void itHasNoName() throws IOException {
    try (NamelessFile file = NamelessFile.make()) {
      assertThat(Files.readSymbolicLink(file.place()).toString()).endsWith(" (deleted)");
    }
  }
}
