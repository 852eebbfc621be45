package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A program's output is the same bytes whether Open MPI's library for Java does the work of the
 * binding's natives or {@code libmpi} itself, but for the lines of {@link
 * Difference#NEGATIVE_COUNT}.
 */
@DisabledIfEnvironmentVariable(
    named = "LEGIO_MPI",
    matches = "embedded",
    disabledReason = "the embedded runtime has neither")
class BindingsAgreeIT {
  private static final String JNI = "jni";
  private static final String LIBMPI = "libmpi";

  @TempDir Path folder;

  @ParameterizedTest(name = "{0} on {1} ranks")
  @MethodSource(SuiteRun.PROGRAMS)
  void sameReport(String program, int ranks) {
    assertThat(reduced(program, SuiteRun.wholeOn(LIBMPI, ranks).report(program)))
        .as("on libmpi")
        .isEqualTo(reduced(program, SuiteRun.wholeOn(JNI, ranks).report(program)));
  }

  private static String reduced(String program, String report) {
    return Difference.NEGATIVE_COUNT.isSeenIn(program)
        ? Difference.NEGATIVE_COUNT.without(report)
        : report;
  }

  @Test
  void theDifferenceIsThere() {
    assertThat(Difference.NEGATIVE_COUNT.seenIn())
        .allSatisfy(
            program ->
                assertThat(SuiteRun.wholeOn(LIBMPI, 3).report(program))
                    .isNotEqualTo(SuiteRun.wholeOn(JNI, 3).report(program)));
  }

  @ParameterizedTest(name = "every call on {0} ranks")
  @MethodSource(SuiteRun.RANKS)
  @InLongRuns
  void everyCallReturnsTheSame(int ranks) throws IOException {
    Path jni = Files.createDirectory(folder.resolve(JNI));
    Path libmpi = Files.createDirectory(folder.resolve(LIBMPI));
    Path isProtected = Files.createDirectory(folder.resolve("protected"));
    Job.of("CallZoo", jni).on(ranks).plain().binding(JNI).run().succeeded();
    Job.of("CallZoo", libmpi).on(ranks).plain().binding(LIBMPI).run().succeeded();
    Job.of("CallZoo", isProtected).on(ranks).binding(LIBMPI).run().succeeded();
    RankFiles.assertSame(jni, libmpi, ranks);
    RankFiles.assertSame(jni, isProtected, ranks);
  }

  @ParameterizedTest(name = "{0} {1} on {2} ranks")
  @CsvSource({
    "EpGenerator,  20 all,       4",
    "Screening,    241 10 5 all, 3",
    "MasterWorker, 60,           3",
  })
  @InLongRuns
  void sameOutput(String sample, String arguments, int ranks) {
    Object[] words = arguments.split(" ", -1);
    Outcome jni = Job.of(sample, words).on(ranks).plain().binding(JNI).run().succeeded();
    Outcome libmpi = Job.of(sample, words).on(ranks).plain().binding(LIBMPI).run().succeeded();
    assertThat(jni.stdout()).isNotBlank();
    assertThat(libmpi.sortedLines()).isEqualTo(jni.sortedLines());
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"flat", "hierarchical:2"})
  @InLongRuns
  void twoDeathsAreSurvived(String layout) {
    Outcome outcome =
        Job.of("MonteCarloPi", 20_000, 20, "all")
            .on(8)
            .layout(layout)
            .binding(LIBMPI)
            .injecting("3@allReduce:4", "5@allReduce:7")
            .run()
            .succeeded();
    assertThat(outcome.stdout().lines().filter(line -> line.contains(": pi = "))).hasSize(6);
    assertThat(outcome.stderr()).contains("2 of 8 ranks lost (ranks 3, 5)");
  }

  @Test
  void anUnknownBindingIsRefused() {
    Outcome outcome = Job.of("Ring", 5).on(2).binding("java").run().failed();
    assertThat(outcome.stderr())
        .contains(
            "LEGIO_BINDING=java is neither jni nor libmpi nor libmpi_abi; unset it to let Legio"
                + " choose");
  }
}
