package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.integration.ReplicaRun.Survival;

/**
 * A program over three hosts, with replicas, restart or both, prints the same as without deaths
 * when a host and further processes die at drawn calls.
 */
@Timeout(value = 120, unit = TimeUnit.MINUTES)
@DisabledIfEnvironmentVariable(
    named = "LEGIO_MPI",
    matches = "embedded",
    disabledReason = "it chooses the runtime itself, so it runs once")
class ChaosOfReplicasIT {
  private static final List<String> HOSTS = List.of("127.0.0.2:4", "127.0.0.3:4", "127.0.0.4:4");
  private static final int RANKS = 4;
  private static final int MAX_CALLS = 5;
  private static final double SHARE = 0.3;

  private static final Map<ReplicaProgram, List<String>> UNDISTURBED = new ConcurrentHashMap<>();

  static Stream<Run> runs() {
    return Stream.of(Survival.values())
        .flatMap(survival -> Seeds.of(1, 100).stream().mapToObj(seed -> Run.of(survival, seed)));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void nothingIsLost(Run run) {
    List<String> wanted =
        UNDISTURBED.computeIfAbsent(
            run.program(), each -> each.job().on(RANKS).run().succeeded().sortedLines());
    System.out.println(run);
    Outcome outcome = run.job().run();
    assertThat(outcome.sortedLines()).as("%s", outcome).isEqualTo(wanted);
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(ReplicaRun.wantedStatus(outcome));
    assertThat(outcome.stderr()).as("%s", outcome).doesNotContain("repaired");
  }

  /**
   * What a seed draws.
   *
   * @param faults as {@code --kill} takes them; the first one takes a host
   */
  private record Run(ReplicaProgram program, Survival survival, List<String> faults, long seed) {
    static Run of(Survival survival, long seed) {
      Random random = Seeds.random(seed);
      ReplicaProgram[] programs = ReplicaProgram.values();
      ReplicaProgram program = programs[random.nextInt(programs.length)];
      int replicas = survival == Survival.RESTART ? 1 : 2;
      List<String> faults = new ArrayList<>();
      int rank = random.nextInt(RANKS);
      int replica = random.nextInt(replicas);
      int lost = host(rank, replica);
      faults.add(fault(program, rank, replica, replicas, random) + "=host");
      for (int other = 0; other < RANKS; other++) {
        int victim = random.nextInt(replicas);
        if (other != rank
            && random.nextDouble() < SHARE
            && (survival != Survival.REPLICAS || isOneLeft(other, victim, lost))) {
          faults.add(fault(program, other, victim, replicas, random));
        }
      }
      return new Run(program, survival, List.copyOf(faults), seed);
    }

    /**
     * Whether a rank without restart has a process that neither the host nor its own death took.
     */
    private static boolean isOneLeft(int rank, int victim, int lost) {
      return host(rank, 1 - victim) != lost;
    }

    /** Processes take turns. */
    private static int host(int rank, int replica) {
      return (rank + replica * RANKS) % HOSTS.size();
    }

    private static String fault(
        ReplicaProgram program, int rank, int replica, int replicas, Random random) {
      List<String> calls = program.calls();
      return rank
          + (replicas > 1 ? "." + replica : "")
          + "@"
          + calls.get(random.nextInt(calls.size()))
          + ":"
          + (1 + random.nextInt(MAX_CALLS))
          + (random.nextBoolean() ? "" : ":after");
    }

    Job job() {
      Job job =
          program
              .job()
              .on(RANKS)
              .hosts(HOSTS)
              .launcher("--launch-agent", "env -u", "--map-by", "node")
              .launcher(survival.options())
              .injecting(faults.toArray(String[]::new))
              .within(Duration.ofMinutes(3));
      return survival == Survival.REPLICAS ? job : job.launcher("--spare-host", "127.0.0.5:4");
    }

    @Override
    public String toString() {
      return survival + " " + program + " " + faults + ", seed " + seed;
    }
  }
}
