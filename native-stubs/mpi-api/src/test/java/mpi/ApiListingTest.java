package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ApiListingTest {
  private static final Path CLASSES = Path.of("target", "classes", "mpi");

  @Test
  void compiledClassesAreThoseOfTheListing() throws IOException {
    assertThat(
            ApiListing.ofClassFiles(classFiles())
                .differencesFrom(ApiListing.parse(expectedLines())))
        .isEmpty();
  }

  @Test
  void aMemberThatTheListingLacksIsFound() throws IOException {
    List<String> lines = new ArrayList<>(expectedLines());
    int member = lines.indexOf("  public final void barrier() throws mpi.MPIException;");
    lines.subList(member, member + 2).clear();

    assertThat(ApiListing.ofClassFiles(classFiles()).differencesFrom(ApiListing.parse(lines)))
        .singleElement()
        .asString()
        .startsWith("extra:")
        .contains("mpi.Comm", "barrier()");
  }

  @Test
  void aMemberThatTheClassesLackIsFound() throws IOException {
    List<String> lines = new ArrayList<>(expectedLines());
    int member = lines.indexOf("  private native void barrier(long) throws mpi.MPIException;");
    lines.set(member + 1, "    descriptor: (I)V");

    assertThat(ApiListing.ofClassFiles(classFiles()).differencesFrom(ApiListing.parse(lines)))
        .anySatisfy(line -> assertThat(line).startsWith("missing:").contains("(I)V"))
        .anySatisfy(line -> assertThat(line).startsWith("extra:").contains("(J)V"))
        .hasSize(2);
  }

  private static List<String> classFiles() throws IOException {
    try (Stream<Path> files = Files.list(CLASSES)) {
      return files
          .map(Path::toString)
          .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
          .sorted()
          .toList();
    }
  }

  private static List<String> expectedLines() throws IOException {
    try (InputStream listing =
        ApiListingTest.class.getResourceAsStream("/mpi-java-api-5.0.7.txt")) {
      return new String(Objects.requireNonNull(listing).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    }
  }
}
