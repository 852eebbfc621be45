package org.legio.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page for users shows code that is run here. */
class PageTest {
  private static final Path PAGE = Path.of("../docs/guide/testing.md");

  @ParameterizedTest
  @ValueSource(strings = {"App", "AppIT"})
  void thePageShowsWhatIsRun(String name) throws IOException {
    String source = Files.readString(Path.of("src/test/java/app", name + ".java"));
    assertThat(Files.readString(PAGE)).contains("```java\n" + source + "```");
  }
}
