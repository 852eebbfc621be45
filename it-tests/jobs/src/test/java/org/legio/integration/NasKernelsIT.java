package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The NAS benchmarks CG, IS and MG come to verified results; with replicas over two hosts they do
 * the same as without deaths when one of the hosts is lost.
 */
@Tag("embedded")
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class NasKernelsIT {
  private static final int RANKS = 4;
  private static final List<String> HOSTS = List.of("127.0.0.2:4", "127.0.0.3:4");

  /** The kernels, and a call that each rank makes evenly through a run on four. */
  enum Kernel {
    IS("nas.IntegerSort", "allToAllv", 10), // the shortest first: a sample always has it
    MG("nas.MultiGrid", "send", 74),
    CG("nas.ConjugateGradient", "allReduce", 795);

    private final String program;
    private final String call;
    private final int calls;

    Kernel(String program, String call, int calls) {
      this.program = program;
      this.call = call;
      this.calls = calls;
    }

    Job job() {
      return Job.of(program, "S").on(RANKS).within(Duration.ofMinutes(3));
    }

    /** The first call after a third of all, or one of the next. */
    String callAtAThird(Random random) {
      return call + ":" + (calls / 3 + 1 + random.nextInt(1 + calls / 10));
    }
  }

  @ParameterizedTest
  @EnumSource
  @SampledRows(every = 2)
  void resultIsVerified(Kernel kernel) {
    requireVerified(kernel, kernel.job().run().succeeded());
  }

  @ParameterizedTest(name = "{0} on {1} ranks")
  @CsvSource({"CG, 3", "IS, 8", "MG, 2", "MG, 8", "MG, 1"})
  @SampledRows(every = 6)
  void resultIsVerifiedOnOtherRanks(Kernel kernel, int ranks) {
    requireVerified(kernel, kernel.job().on(ranks).run().succeeded());
  }

  private static void requireVerified(Kernel kernel, Outcome outcome) {
    outcome.findOne("^" + kernel + " class S on \\d+ ranks: .*, verified$");
  }

  @ParameterizedTest
  @CsvSource({"IS, 3, 128", "MG, 6, 16"})
  @SampledRows(every = 3)
  void otherNumbersOfRanksAreRefused(Kernel kernel, int ranks, int most) {
    Outcome outcome = kernel.job().on(ranks).run().failed();
    assertThat(outcome.stdout()).as("%s", outcome).doesNotContain(kernel + " class");
    assertThat(outcome.stderr())
        .as("%s", outcome)
        .containsOnlyOnce(
            "%s: %d ranks cannot share this problem; use a power of two, at most %d"
                .formatted(kernel, ranks, most));
  }

  static Stream<Loss> losses() {
    return Stream.of(Kernel.values())
        .flatMap(kernel -> Seeds.of(1, 20).stream().mapToObj(seed -> Loss.of(kernel, seed)));
  }

  /** Each host has a process of each rank. */
  @ParameterizedTest
  @MethodSource("losses")
  @ChoosesItsRuntime
  @SampledRows(every = 3)
  void aHostIsLostAtAThird(Loss loss) {
    String wanted = loss.kernel.job().mpi("embedded").run().succeeded().stdout();
    System.out.println(loss);
    Outcome outcome =
        loss.kernel
            .job()
            .mpi("embedded")
            .hosts(HOSTS)
            .launcher("--launch-agent", "env -u", "--replicas", "2")
            .injecting(loss.process + "@" + loss.call + "=host")
            .run()
            .succeeded();
    requireVerified(loss.kernel, outcome);
    assertThat(outcome.stdout()).as("%s", outcome).isEqualTo(wanted);
    assertThat(outcome.stderr())
        .as("%s", outcome)
        .contains(ReplicasOverHostsIT.loss(loss.replica()), "deaths that replicas have masked: ")
        .doesNotContain("repaired");
  }

  /**
   * A drawn loss of a host.
   *
   * @param process one of its processes, the first digit its rank and the last its replica
   * @param call the process's call at which the host is killed
   */
  record Loss(Kernel kernel, String process, String call, long seed) {
    static Loss of(Kernel kernel, long seed) {
      Random random = Seeds.random(seed);
      String process = random.nextInt(RANKS) + "." + random.nextInt(2);
      return new Loss(kernel, process, kernel.callAtAThird(random), seed);
    }

    /** The host's number, too: one host after the other is filled. */
    int replica() {
      return process.charAt(process.length() - 1) - '0';
    }
  }
}
