package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands of the README's first program and of the page after it, and checks their
 * output.
 */
class FirstProgramIT {
  private static final Path ROOT =
      Path.of(System.getProperty("legio.jar")).normalize().getParent().getParent().getParent();
  private static final List<String> LINKS = List.of("agent", "bin");
  private static final int RANKS = 4;

  @TempDir private Path folder;
  private String readme;

  @BeforeEach
  void readAndWriteTheProgram() throws IOException {
    readme = section(ROOT.resolve("README.md"), "Your first program");
    String fence = "```java\n";
    int begin = readme.indexOf(fence) + fence.length();
    Files.writeString(
        folder.resolve("Sum.java"), readme.substring(begin, readme.indexOf("```", begin)));
    for (String name : LINKS) {
      Files.createSymbolicLink(folder.resolve(name), ROOT.resolve(name));
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
    assertThat(printedBy(commands(readme)))
        .containsExactly("round 1: 10", "round 2: 10", "round 3: 10", "round 4: 10");
  }

  @Test
  void theNextPagesLineKillsARank() throws IOException {
    String page = section(ROOT.resolve("docs/user/first-program.md"), "A death");
    List<String> compileAndKill = List.of(commands(readme).get(0), commands(page).get(0));
    assertThat(printedBy(compileAndKill))
        .containsExactlyElementsOf(indented(page).skip(1).toList());
  }

  private List<String> printedBy(List<String> commands) {
    String path = Path.of(System.getProperty("java.home"), "bin").toString();
    String line =
        "cd " + folder + " && PATH=" + path + ":$PATH && " + String.join(" && ", commands);
    return Job.of("Sum")
        .on(RANKS)
        .startedBy(line)
        .within(Duration.ofMinutes(2))
        .run()
        .succeeded()
        .stdout()
        .lines()
        .toList();
  }

  private static List<String> commands(String section) {
    return indented(section)
        .filter(line -> line.startsWith("javac ") || line.startsWith("bin/legio "))
        .toList();
  }

  /** What is set off by an indent of four outside of the program. */
  private static Stream<String> indented(String section) {
    return section
        .replaceAll("(?s)```java.*?```", "")
        .lines()
        .filter(line -> line.startsWith("    "))
        .map(String::strip);
  }

  private static String section(Path page, String heading) throws IOException {
    String text = Files.readString(page);
    int begin = text.indexOf("## " + heading + "\n");
    assertThat(begin).as("section %s of %s", heading, page).isNotNegative();
    int end = text.indexOf("\n## ", begin);
    return text.substring(begin, end < 0 ? text.length() : end);
  }
}
