package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files that the ranks of a sample program write. */
final class RankFiles {
  private static final String RANK = "rank-";

  /** The lines of calls whose results depend on which ranks share a host. */
  private static final Pattern OF_HOSTS = Pattern.compile("round \\d+ splitType .*");

  private RankFiles() {}

  /**
   * Fails unless each rank has written something of what its calls have returned, and the same in
   * both folders.
   */
  static void assertSame(Path expectedFolder, Path actualFolder, int ranks) {
    for (int rank = 0; rank < ranks; rank++) {
      Path expected = expectedFolder.resolve(RANK + rank);
      assertThat(expected).isNotEmptyFile();
      assertThat(actualFolder.resolve(RANK + rank)).hasSameTextualContentAs(expected);
    }
  }

  /** Fails unless that is so, and both folders have the same other files, too. */
  static void assertAllSame(Path expectedFolder, Path actualFolder, int ranks) throws IOException {
    assertSame(expectedFolder, actualFolder, ranks);
    assertFilesSame(expectedFolder, actualFolder, name -> true);
  }

  /** As {@link #assertAllSame}, where other ranks share hosts in one folder than in the other. */
  static void assertAllSameButHosts(Path expectedFolder, Path actualFolder, int ranks)
      throws IOException {
    assertFilesSame(expectedFolder, actualFolder, name -> !name.startsWith(RANK));
    for (int rank = 0; rank < ranks; rank++) {
      assertThat(linesButOfHosts(actualFolder, rank))
          .isNotEmpty()
          .isEqualTo(linesButOfHosts(expectedFolder, rank));
    }
  }

  /** Fails unless both folders have files of the same names, and those chosen the same bytes. */
  private static void assertFilesSame(
      Path expectedFolder, Path actualFolder, Predicate<String> isCompared) throws IOException {
    List<String> names = names(expectedFolder);
    assertThat(names(actualFolder)).as("files").isEqualTo(names);
    assertThat(names.stream().filter(isCompared))
        .allSatisfy(
            name ->
                assertThat(actualFolder.resolve(name))
                    .hasSameBinaryContentAs(expectedFolder.resolve(name)));
  }

  /** What a rank has written, without what depends on which ranks share a host. */
  static List<String> linesButOfHosts(Path folder, int rank) throws IOException {
    return Files.readAllLines(folder.resolve(RANK + rank)).stream()
        .filter(line -> !OF_HOSTS.matcher(line).matches())
        .toList();
  }

  /** The names of all files in a folder, sorted. */
  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
