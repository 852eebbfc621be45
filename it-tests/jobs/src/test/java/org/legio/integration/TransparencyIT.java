package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.programs.transparency.Alone.Mode;

/** Without faults every program of the suite reports the same with and without the agent. */
@Tag("embedded-long")
@Order(4)
class TransparencyIT {
  private static final String PORTS = "Ports";
  private static final boolean ALL = Boolean.getBoolean("legio.it.long");

  @ParameterizedTest(name = "{0} on {1} ranks")
  @MethodSource(SuiteRun.PROGRAMS)
  void sameReport(String program, int ranks) {
    compare(program, run(ranks, true), run(ranks, false));
  }

  @ParameterizedTest(name = "{0} ranks")
  @ValueSource(ints = 3)
  void nothingMoreIsSaid(int ranks) {
    assertThat(run(ranks, false).said())
        .as("lines on standard error")
        .isEqualTo(run(ranks, true).said());
  }

  @ParameterizedTest(name = "{0} alone on {1} ranks")
  @MethodSource(SuiteRun.PROGRAMS)
  @InLongRuns
  void sameReportAlone(String program, int ranks) {
    List<String> alone = List.of(program);
    compare(
        program,
        new SuiteRun(alone, ranks, true, RealMpi.mpi(), Job.HOSTS),
        new SuiteRun(alone, ranks, false, RealMpi.mpi(), Job.HOSTS));
  }

  @SampledRows(every = 3)
  @ParameterizedTest(name = "threads on {0} ranks")
  @ValueSource(ints = {1, 2, 3, 4})
  void sameWithThreads(int ranks) {
    Outcome plain = alone(Mode.THREADS, ranks).plain().run().succeeded();
    Outcome agent = alone(Mode.THREADS, ranks).run().succeeded();
    assertThat(plain.stdout()).contains("sums");
    assertThat(agent.sortedLines()).isEqualTo(plain.sortedLines());
  }

  static Stream<Arguments> fatalErrors() {
    return IntStream.rangeClosed(1, 4)
        .filter(ranks -> ranks == 3 || ALL)
        .boxed()
        .flatMap(
            ranks ->
                Stream.of(Mode.values())
                    .filter(mode -> mode != Mode.THREADS && mode != Mode.ABORT_TOGETHER)
                    .map(mode -> arguments(mode, ranks)));
  }

  /** Alone on its host a rank that aborts leaves mpirun the status 0; not so with the agent. */
  @ParameterizedTest(name = "{0} on {1} ranks")
  @MethodSource("fatalErrors")
  @SampledRows(every = 3)
  void endsWithTheSameStatus(Mode mode, int ranks) {
    Outcome plain = alone(mode, ranks).plain().run();
    Outcome agent = alone(mode, ranks).run().failed();
    assertThat(plain.stdout() + agent.stdout()).doesNotContain("not reached");
    if (ranks > 1) {
      assertThat(agent.status()).as("status of %s", agent).isEqualTo(plain.failed().status());
    }
  }

  /**
   * Not compared with the plain binding: where all ranks abort at the same moment, all its ranks
   * end, but Open MPI's launcher may wait for ever.
   */
  @Test
  void endsWithTheStatusOfAnAbortOfAllRanks() {
    Outcome agent = alone(Mode.ABORT_TOGETHER, 3).run().failed();
    assertThat(agent.stdout()).doesNotContain("not reached");
    assertThat(agent.status()).as("status of %s", agent).isEqualTo(7);
  }

  private static Job alone(Mode mode, int ranks) {
    return Job.of("transparency.Alone", mode).on(ranks);
  }

  private static SuiteRun run(int ranks, boolean plain) {
    return SuiteRun.whole(ranks, plain, RealMpi.mpi());
  }

  private static void compare(String program, SuiteRun plain, SuiteRun agent) {
    boolean isEmbedded = RealMpi.isEmbedded();
    assumeFalse(
        isEmbedded && program.equals(PORTS),
        "the embedded runtime refuses ports: one host, one job (StandardIT shows it)");
    String expected = plain.report(program);
    String found = agent.report(program);
    assertThat(expected).as("without the agent").doesNotContain("failed with", "\tat ");
    assertThat(isEmbedded ? Difference.reduced(program, found) : found)
        .as("with the agent")
        .isEqualTo(isEmbedded ? Difference.reduced(program, expected) : expected);
  }
}
