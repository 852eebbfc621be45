package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ranks with replicas on three addresses of this machine lose nothing when all processes of one are
 * killed, whichever it is and at whichever call.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
@ChoosesItsRuntime
class ReplicasOverHostsIT {
  static final List<String> HOSTS = List.of("127.0.0.2:4", "127.0.0.3:4", "127.0.0.4:4");
  static final int RANKS = 4;
  private static final int ROUNDS = 12;
  private static final int MANY_ROUNDS = 800;

  /** So many rounds lie between two checkpoints. */
  private static final int EVERY = 50;

  /** Each rank but the first makes three calls in a round. */
  private static final int CALLS = 3 * ROUNDS;

  private static Job job(String sample, Object... arguments) {
    return overHosts(embedded(sample, arguments)).launcher("--replicas", "2");
  }

  private static Job embedded(String sample, Object... arguments) {
    return Job.of(sample, arguments).mpi("embedded");
  }

  /** Runs a job of the embedded runtime over the hosts; its processes take turns on them. */
  static Job overHosts(Job job) {
    return job.on(RANKS)
        .hosts(HOSTS)
        .launcher("--launch-agent", "env -u", "--map-by", "node")
        .within(Duration.ofMinutes(3));
  }

  /** The same, with a spare host. */
  static Job overHostsAndSpare(Job job) {
    return overHosts(job).launcher("--spare-host", "127.0.0.5:4");
  }

  /** The host of a process. */
  static int host(int rank, int replica) {
    return (rank + replica * RANKS) % HOSTS.size();
  }

  /** What is said when a host is lost, but no rank. */
  static String loss(int host) {
    return "host 127.0.0." + (2 + host) + " is lost with replicas of ranks ";
  }

  static LongStream seeds() {
    return Seeds.of(1, 100).stream();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void aHostIsLostAtACall(long seed) {
    Random random = Seeds.random(seed);
    int rank = random.nextInt(RANKS);
    int replica = random.nextInt(2);
    int host = host(rank, replica);
    int call = 1 + random.nextInt(CALLS);
    System.out.printf("seed %d: host %d is lost at call %d of rank %d%n", seed, host, call, rank);
    Outcome outcome = job("HostBreaker", ROUNDS, 0, host, rank, call).run().succeeded();
    requireWhole(outcome);
    assertThat(outcome.stderr())
        .contains(loss(host))
        .contains("deaths that replicas have masked: ")
        .doesNotContain("repaired");
  }

  @Test
  void nothingIsLostWithoutDeaths() {
    Outcome outcome = job("HostBreaker", ROUNDS, 0).run().succeeded();
    requireWhole(outcome);
    assertThat(outcome.stderr()).doesNotContain("lost");
  }

  /** Each rank prints each round once, and all print the same: it depends on what came first. */
  private static void requireWhole(Outcome outcome) {
    requireWhole(outcome, ROUNDS);
  }

  private static void requireWhole(Outcome outcome, int rounds) {
    List<String> expected =
        IntStream.range(0, rounds)
            .boxed()
            .flatMap(
                round ->
                    IntStream.range(0, RANKS)
                        .mapToObj(rank -> "round " + round + " of rank " + rank))
            .toList();
    List<String> lines = outcome.stdout().lines().toList();
    assertThat(lines.stream().map(line -> line.replaceAll(":.*", "")).sorted().toList())
        .as("%s", outcome)
        .isEqualTo(expected.stream().sorted().toList());
    for (int round = 0; round < rounds; round++) {
      String begin = "round " + round + " of ";
      assertThat(
              lines.stream()
                  .filter(line -> line.startsWith(begin))
                  .map(line -> line.replaceAll(".*: ", ""))
                  .collect(Collectors.toSet()))
          .as("%s", outcome)
          .hasSize(1);
    }
  }

  @Test
  @InLongRuns
  void aProcessIsLost() {
    Outcome outcome =
        job("HostBreaker", ROUNDS, 0).injecting("0.0@recv:4", "2.1@send:3").run().succeeded();
    requireWhole(outcome);
    assertThat(outcome.stderr()).contains("rank 0 has lost a replica", "rank 2 has lost a replica");
  }

  /** A job with a spare host, in which processes are restarted. */
  private static Job restarting(int restarts, Object... arguments) {
    return overHostsAndSpare(embedded("HostBreaker", arguments))
        .launcher("--restart", "" + restarts);
  }

  /** Without replicas: what others have of its processes is enough to restart them elsewhere. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void aLostHostIsReplaced(long seed) {
    Random random = Seeds.random(seed);
    int rank = random.nextInt(RANKS);
    int host = host(rank, 0);
    int call = 1 + random.nextInt(CALLS);
    System.out.printf("seed %d: host %d is lost at call %d of rank %d%n", seed, host, call, rank);
    Outcome outcome = restarting(1, ROUNDS, 0, host, rank, call).run().succeeded();
    requireWhole(outcome);
    assertThat(outcome.stderr())
        .contains(" is restarted on host 127.0.0.5")
        .contains("processes restarted: ")
        .doesNotContain("repaired");
  }

  /** And then the spare one. */
  @Test
  @InLongRuns
  void twoHostsAreReplaced() {
    Outcome outcome = restarting(2, ROUNDS, 0, 0, 0, 10, 3, 0, 30).run().succeeded();
    requireWhole(outcome);
    assertThat(outcome.stderr())
        .contains("rank 0 is restarted on host 127.0.0.5")
        .containsPattern("rank 0 is restarted on host 127.0.0.[34]");
  }

  @Test
  void lostReplicasAreReplaced() {
    Outcome outcome =
        restarting(2, ROUNDS, 0, 0, 0, 10, 1, 1, 20).launcher("--replicas", "2").run().succeeded();
    requireWhole(outcome);
    assertThat(outcome.stderr()).contains("is restarted on host 127.0.0.5");
  }

  /**
   * More than can be kept is sent in all. Each host has copies of all checkpoints, so what is lost
   * continues from one on another host, and then on a third.
   */
  @Test
  @InLongRuns
  void lostHostsAreReplacedFromCheckpoints() {
    int calls = 2 * (RANKS - 1) + 1; // of rank 0 in a round
    Outcome outcome =
        restarting(3, MANY_ROUNDS, EVERY, 0, 0, calls * 310, 3, 0, calls * 615)
            .launcher("--keep", "2")
            .injecting("1@recv:205")
            .run()
            .succeeded();
    requireWhole(outcome, MANY_ROUNDS);
    assertThat(outcome.stderr())
        .contains("rank 0 is restarted on host 127.0.0.5")
        .containsPattern("rank 0 is restarted on host 127.0.0.[34]")
        .containsPattern("rank 0 continues behind round (300|250)\\b")
        .containsPattern("rank 0 continues behind round (600|550)\\b")
        .contains("rank 1 continues behind round 200")
        .doesNotContain("no more can be kept", "repaired");
    Outcome without = restarting(3, MANY_ROUNDS, 0).launcher("--keep", "2").run().succeeded();
    assertThat(without.stderr()).as("without checkpoints").contains("no more can be kept");
  }

  /** Its host lives, and has all that it has sent and has been told. */
  @Test
  void aProcessIsRestarted() {
    Outcome outcome =
        restarting(2, ROUNDS, 0)
            .injecting("1@recv:5", "0@recv:9", "2@allReduce:6", "1@allReduce:8:after")
            .run()
            .succeeded();
    requireWhole(outcome);
    assertThat(outcome.stderr()).contains("processes restarted: 4, ").doesNotContain("repaired");
  }

  @Test
  @InLongRuns
  void aSampleComputesTheSame() {
    List<String> wanted =
        Job.of("MasterWorker", 60).mpi("embedded").run().succeeded().sortedLines();
    Outcome outcome = job("MasterWorker", 60).run().succeeded();
    assertThat(outcome.sortedLines()).as("%s", outcome).isEqualTo(wanted);
  }

  @Test
  void whatIsNotThereIsRefused() {
    Outcome outcome = job("HostBreaker", ROUNDS, 0).policies("deadline=5").run();
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(2);
    Outcome alone = Job.of("HostBreaker", 1, 0).mpi("embedded").injecting("1@recv=host").run();
    assertThat(alone.status()).as("%s", alone).isEqualTo(2);
    assertThat(alone.stderr()).contains("--kill '1@recv:1=host': the job has one host");
  }
}
