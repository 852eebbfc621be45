package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

/** The files into which the ranks of a sample program write what their calls have returned. */
final class RankFiles {
  private RankFiles() {}

  /** Fails unless each rank has written something, and the same in both folders. */
  static void assertSame(Path expectedFolder, Path actualFolder, int ranks) {
    for (int rank = 0; rank < ranks; rank++) {
      Path expected = expectedFolder.resolve("rank-" + rank);
      assertThat(expected).isNotEmptyFile();
      assertThat(actualFolder.resolve("rank-" + rank)).hasSameTextualContentAs(expected);
    }
  }
}
