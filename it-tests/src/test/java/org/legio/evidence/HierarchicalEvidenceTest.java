package org.legio.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that {@code docs/evidence/hierarchical.md} has the numbers counted in the in-process
 * runtime. {@code ./mvnw test -pl it-tests -am -Dlegio.docs=write -Dtest=HierarchicalEvidenceTest}
 * writes it anew.
 */
@Timeout(300)
class HierarchicalEvidenceTest {
  private static final Path DOCS = Path.of("..", "docs", "evidence");
  private static final boolean IS_WRITTEN = "write".equals(System.getProperty("legio.docs"));
  private static final int MOST_RANKS = 1024;
  private static final int MOST_CHECKED = 128;

  @Test
  void countsAreTrue() throws IOException {
    boolean isWhole = IS_WRITTEN || Boolean.getBoolean("legio.it.long");
    CountedRepairs counted = CountedRepairs.upTo(isWhole ? MOST_RANKS : MOST_CHECKED);
    if (IS_WRITTEN) {
      replace("counted", counted.table());
      Files.writeString(DOCS.resolve("hierarchical-shrinking.svg"), counted.shrinkingPlot());
      Files.writeString(DOCS.resolve("hierarchical-messages.svg"), counted.messagesPlot());
    }
    assertThat(text()).as("write it anew with -Dlegio.docs=write").contains(counted.rows());
  }

  private static String text() throws IOException {
    return Files.readString(DOCS.resolve("hierarchical.md"));
  }

  /** Writes a table between the two comments that name it. */
  private static void replace(String name, String table) throws IOException {
    String begin = "<!-- " + name + " -->\n";
    String text = text();
    int start = text.indexOf(begin);
    int end = text.indexOf("<!-- end -->", start);
    assertThat(start).as("the place of the table %s", name).isNotNegative();
    Files.writeString(
        DOCS.resolve("hierarchical.md"),
        text.substring(0, start + begin.length()) + table + text.substring(end));
  }
}
