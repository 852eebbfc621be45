package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.legio.programs.transparency.Catalog;

/** The documents list the differences as they are in code. */
class DifferenceTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "design", "embedded-runtime.md");
  private static final String TITLE = "## Where it differs from Open MPI 5.0.7";

  @Test
  void theDocumentsShowTheList() throws IOException {
    List<String> shown =
        Files.readAllLines(PAGE).stream()
            .dropWhile(line -> !line.equals(TITLE))
            .skip(1)
            .takeWhile(line -> !line.startsWith("## "))
            .filter(line -> line.startsWith("- "))
            .toList();
    assertThat(shown)
        .as("the list in %s", PAGE)
        .containsExactlyElementsOf(Difference.ALL.stream().map(Difference::item).toList());
  }

  @Test
  void everyProgramThatIsNamedIsThere() {
    for (Difference difference : Difference.ALL) {
      if (difference.lines() != null) {
        assertThat(Catalog.names())
            .as(difference.what())
            .anyMatch(difference::isSeenIn)
            .containsAll(difference.seenIn().stream().filter(name -> !name.contains(" ")).toList());
      }
    }
  }

  @Test
  void whatMayNotDifferIsKept() {
    assertThat(Difference.reduced("WrongArguments", "bcast root: class 8, code 8, MPI_ERR_ROOT: x"))
        .isEqualTo("bcast root: class 8, code 8, MPI_ERR_ROOT: ");
    assertThat(Difference.reduced("RingShift", "sum: 3")).isEqualTo("sum: 3");
  }
}
