package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Buffers that are too short for their counts, in all kinds of calls: small ones go over the board,
 * large ones by MPI. Nobody waits for a rank that cannot take part, and the next collective has all
 * ranks.
 */
@Tag("embedded-long")
@SampledRows(every = 6)
class ShortBuffersIT {
  private static final int RANKS = 4;
  private static final int VICTIM = 1;

  @TempDir Path folder;

  private Job job(String where, int count) {
    return Job.of("ShortBuffers", where, count, folder.resolve("file"))
        .on(RANKS)
        .within(Duration.ofSeconds(90));
  }

  private static void requireInStep(Outcome outcome) {
    List<MatchResult> rows = outcome.find("^rank \\d [\\w-]+: .*, then ");
    assertThat(rows).as("%s", outcome).hasSizeGreaterThan(100);
    assertThat(outcome.find("^rank \\d [\\w-]+: .*, then " + RANKS + "$"))
        .as("%s", outcome)
        .hasSameSizeAs(rows);
  }

  @ParameterizedTest
  @CsvSource({"2, flat", "2, hierarchical:2", "5000, flat", "5000, hierarchical:2"})
  void oneRankCannotTakePart(int count, String layout) {
    Outcome outcome = job("one", count).layout(layout).run().succeeded();
    requireInStep(outcome);
    assertThat(outcome.find("^rank " + VICTIM + " (?!file-closed|win-freed).*: (?!Array)"))
        .as("%s", outcome)
        .isEmpty();
    assertThat(outcome.find("^rank [023] .*: (?!none|MPIException of rank " + VICTIM + ")"))
        .as("%s", outcome)
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"2, flat", "5000, hierarchical:2"})
  void eachRankGetsItsOwnException(int count, String layout) {
    requireOwnExceptions(job("all", count).layout(layout).run().succeeded());
  }

  @Test
  void eachRankGetsItsOwnExceptionWithoutTheAgent() {
    if (RealMpi.isEmbedded()) {
      requireOwnExceptions(job("all", 2).plain().run().succeeded());
    }
  }

  private static void requireOwnExceptions(Outcome outcome) {
    requireInStep(outcome);
    assertThat(outcome.find("^rank \\d (?!file-closed|win-freed|win-create)[\\w-]+: (?!Array)"))
        .as("%s", outcome)
        .isEmpty();
  }
}
