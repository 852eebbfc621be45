package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.integration.ReplicaRun.Survival;

/**
 * A program over three hosts, with replicas, restart or both, prints the same as without deaths
 * when a host and further processes die at drawn calls.
 */
@Timeout(value = 120, unit = TimeUnit.MINUTES)
@ChoosesItsRuntime
class ChaosOfReplicasIT {
  private static final int RANKS = ReplicasOverHostsIT.RANKS;
  private static final double SHARE = 0.3;

  static Stream<Run> runs() {
    return Stream.of(Survival.values())
        .flatMap(survival -> Seeds.of(1, 100).stream().mapToObj(seed -> Run.of(survival, seed)));
  }

  @ParameterizedTest
  @MethodSource("runs")
  @SampledRows(every = 2)
  void nothingIsLost(Run run) {
    List<String> wanted = run.program().undisturbed();
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
      List<String> faults = new ArrayList<>();
      int rank = random.nextInt(RANKS);
      int replica = random.nextInt(survival.replicas());
      int lost = ReplicasOverHostsIT.host(rank, replica);
      faults.add(survival.kill(random, rank, replica, program.calls()) + "=host");
      for (int other = 0; other < RANKS; other++) {
        int victim = random.nextInt(survival.replicas());
        if (other != rank
            && random.nextDouble() < SHARE
            && (survival != Survival.REPLICAS || isOneLeft(other, victim, lost))) {
          faults.add(survival.kill(random, other, victim, program.calls()));
        }
      }
      return new Run(program, survival, List.copyOf(faults), seed);
    }

    /**
     * Whether a rank without restart has a process that neither the host nor its own death took.
     */
    private static boolean isOneLeft(int rank, int victim, int lost) {
      return ReplicasOverHostsIT.host(rank, 1 - victim) != lost;
    }

    Job job() {
      Job job = program.job().launcher(survival.options()).injecting(faults.toArray(String[]::new));
      return survival == Survival.REPLICAS
          ? ReplicasOverHostsIT.overHosts(job)
          : ReplicasOverHostsIT.overHostsAndSpare(job);
    }

    @Override
    public String toString() {
      return survival + " " + program + " " + faults + ", seed " + seed;
    }
  }
}
