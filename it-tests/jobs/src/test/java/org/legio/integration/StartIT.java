package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks at what a rank loads at its start; what it costs is measured by the benchmarks. */
class StartIT {
  private static final int RANKS = 2;

  @TempDir private Path folder;

  @Test
  void ranksFindTheirClassesFinished() throws IOException {
    Job.of("MonteCarloPi", 1000)
        .on(RANKS)
        .jvm("-Xlog:class+load:file=" + folder.resolve("classes-%p"))
        .run()
        .succeeded();

    try (Stream<Path> files = Files.list(folder)) {
      List<Path> ofRanks = files.toList();
      assertThat(ofRanks).hasSize(RANKS);
      for (Path file : ofRanks) {
        List<String> classes = Files.readAllLines(file);
        assertThat(classes)
            .anyMatch(
                line -> line.matches(".*org\\.legio\\.agent\\.Session source: .*legio-boot-.*"))
            .noneMatch(line -> line.matches(".*org\\.legio\\.(?!shaded).*Lambda.*"))
            .noneMatch(line -> line.contains("org.legio.agent.CallTable$"))
            .noneMatch(line -> line.contains("org.legio.agent.Weaver$Weaving"));
      }
    }
  }
}
