package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files that the ranks of a sample program write. */
final class RankFiles {
  private RankFiles() {}

  /**
   * Fails unless each rank has written something of what its calls have returned, and the same in
   * both folders.
   */
  static void assertSame(Path expectedFolder, Path actualFolder, int ranks) {
    for (int rank = 0; rank < ranks; rank++) {
      Path expected = expectedFolder.resolve("rank-" + rank);
      assertThat(expected).isNotEmptyFile();
      assertThat(actualFolder.resolve("rank-" + rank)).hasSameTextualContentAs(expected);
    }
  }

  /** Fails unless that is so, and both folders have the same other files, too. */
  static void assertAllSame(Path expectedFolder, Path actualFolder, int ranks) throws IOException {
    assertSame(expectedFolder, actualFolder, ranks);
    assertThat(names(actualFolder)).as("files").isEqualTo(names(expectedFolder));
    for (String name : names(expectedFolder)) {
      assertThat(actualFolder.resolve(name)).hasSameBinaryContentAs(expectedFolder.resolve(name));
    }
  }

  /** The names of all files in a folder, sorted. */
  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
