package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of the README's first program, and checks their output. */
class FirstProgramIT {
  private static final List<String> LINKS = List.of("bin", "dist");
  private static final int RANKS = 4;

  @TempDir private Path folder;
  private UserPage readme;

  @BeforeEach
  void readAndWriteTheProgram() throws IOException {
    readme = UserPage.of("README.md").section("Your first program");
    Files.writeString(folder.resolve("Sum.java"), readme.code("java"));
    for (String name : LINKS) {
      Files.createSymbolicLink(folder.resolve(name), UserPage.ROOT.resolve(name));
    }
  }

  @AfterEach
  void removeLinks() throws IOException {
    for (String name : LINKS) {
      Files.deleteIfExists(folder.resolve(name));
    }
  }

  @Test
  void theReadmesLinesCompileAndRunIt() {
    String path = Path.of(System.getProperty("java.home"), "bin").toString();
    List<String> commands = readme.commands("javac", "bin/legio");
    assertThat(commands).hasSize(2);
    String line =
        "cd " + folder + " && PATH=" + path + ":$PATH && " + String.join(" && ", commands);
    assertThat(
            Job.of("Sum")
                .on(RANKS)
                .startedBy(line)
                .within(Duration.ofMinutes(2))
                .run()
                .succeeded()
                .stdout()
                .lines())
        .containsExactly("round 1: 10", "round 2: 10", "round 3: 10", "round 4: 10");
  }

  @Test
  void thePageForTheArchiveHasTheSameProgram() throws IOException {
    assertThat(UserPage.of("docs/guide/first-program.md").code("java"))
        .isEqualTo(readme.code("java"));
  }
}
