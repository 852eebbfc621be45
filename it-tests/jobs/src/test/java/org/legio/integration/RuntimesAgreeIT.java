package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.programs.transparency.Catalog;

/**
 * A program's output is the same bytes on Open MPI and on the embedded runtime, but for the lines
 * that {@link Difference} names.
 */
@DisabledIfEnvironmentVariable(
    named = "LEGIO_MPI",
    matches = "embedded",
    disabledReason = "it compares both runtimes, so it runs once, beside the tests on Open MPI")
class RuntimesAgreeIT {
  private static final String EMBEDDED = "embedded";

  @TempDir Path folder;

  @ParameterizedTest(name = "{0} on {1} ranks")
  @MethodSource(SuiteRun.PROGRAMS)
  void sameReport(String program, int ranks) {
    String openMpi = run(ranks, RealMpi.mpi()).report(program);
    String embedded = run(ranks, EMBEDDED).report(program);
    assertThat(Difference.reduced(program, embedded))
        .as("on the embedded runtime")
        .isEqualTo(Difference.reduced(program, openMpi));
  }

  static Stream<Difference> differences() {
    return Difference.ALL.stream().filter(difference -> difference.lines() != null);
  }

  /** A row that no report needs any more is to be taken out. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("differences")
  void everyDifferenceIsThere(Difference difference) {
    assertThat(Catalog.names())
        .as("programs whose reports differ by: %s", difference.what())
        .filteredOn(difference::isSeenIn)
        .anySatisfy(
            program ->
                assertThat(difference.without(run(3, EMBEDDED).report(program)))
                    .isNotEqualTo(run(3, EMBEDDED).report(program)));
    assertThat(Catalog.names())
        .filteredOn(difference::isSeenIn)
        .anySatisfy(
            program ->
                assertThat(run(3, EMBEDDED).report(program))
                    .isNotEqualTo(run(3, RealMpi.mpi()).report(program)));
  }

  @ParameterizedTest(name = "every call on {0} ranks")
  @MethodSource(SuiteRun.RANKS)
  void everyCallReturnsTheSame(int ranks) throws IOException {
    Path first = Files.createDirectory(folder.resolve("open-mpi"));
    Path second = Files.createDirectory(folder.resolve(EMBEDDED));
    Job.of("CallZoo", first).on(ranks).mpi(RealMpi.mpi()).run().succeeded();
    Job.of("CallZoo", second).on(ranks).mpi(EMBEDDED).run().succeeded();
    RankFiles.assertSame(first, second, ranks);
  }

  @ParameterizedTest(name = "{0} {1} on {2} ranks")
  @CsvSource({
    "MonteCarloPi, 20000 20 all, 4",
    "EpGenerator,  20 all,       4",
    "Screening,    241 10 5 all, 3",
    "MasterWorker, 60,           3",
    "Ring,         50 all,       4",
  })
  @SampledRows(every = 3)
  void sameOutput(String sample, String arguments, int ranks) {
    Object[] words = arguments.split(" ", -1);
    Outcome openMpi = Job.of(sample, words).on(ranks).mpi(RealMpi.mpi()).run().succeeded();
    Outcome embedded = Job.of(sample, words).on(ranks).mpi(EMBEDDED).run().succeeded();
    assertThat(openMpi.stdout()).isNotBlank();
    assertThat(embedded.sortedLines()).isEqualTo(openMpi.sortedLines());
  }

  private static SuiteRun run(int ranks, String mpi) {
    return SuiteRun.whole(ranks, false, mpi);
  }
}
