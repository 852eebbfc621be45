package org.legio.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.legio.integration.InLongRuns;
import org.legio.integration.Job;
import org.legio.integration.Kill;
import org.legio.integration.Outcome;
import org.legio.integration.Preparation;
import org.legio.integration.RollCallResults;

/**
 * Tests over several hosts that every Open MPI must pass; the subclasses have tests of one version.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT) // most of the time they wait for what a detector finds
@ResourceLock("the daemon") // but one after the other among themselves
@Timeout(value = 15, unit = TimeUnit.MINUTES)
abstract class ClusterTests {
  static final int SLOTS = 2;
  static final int RANKS = Cluster.HOSTS * SLOTS;
  static final int LAST_HOST = Cluster.HOSTS - 1;

  /**
   * The heartbeat detector, which takes for dead who is silent for 20 s: longer than a rank waits
   * for a core of a busy machine.
   */
  static final List<String> DETECTOR =
      List.of(
          "--mca mpi_ft_detector true",
          "--mca mpi_ft_detector_period 1",
          "--mca mpi_ft_detector_timeout 20",
          // A rank is watched by the next one: on another host, lest both fall silent.
          "--map-by node");

  static final String END = "end";
  static final Duration DEADLINE = Duration.ofMinutes(5);
  static final int EVERYBODY = (1 << RANKS) - 1;

  private final HostImage image;
  private String imageName = "";

  ClusterTests(HostImage image) {
    this.image = image;
  }

  @BeforeAll
  @Timeout(value = 25, unit = TimeUnit.MINUTES) // others may be at it, and the image made
  void prepare() throws IOException, InterruptedException {
    imageName = made(image);
  }

  /** The name of an image; aborts the tests where none can be had. */
  static String made(HostImage image) throws IOException, InterruptedException {
    DockerDaemon.require()
        .ifPresent(
            obstacle -> {
              System.out.println("[WARNING] the cluster tests are skipped: " + obstacle);
              Assumptions.abort(obstacle);
            });
    try {
      return image.make();
    } catch (IllegalStateException e) {
      return Assumptions.abort(Preparation.skipped("the cluster tests", e));
    }
  }

  Cluster cluster() throws IOException {
    return new Cluster(imageName);
  }

  /** A job that continues, round after round, until {@link #end}. */
  static Job vigil(String layout, List<String> mpirunArguments) {
    return Job.of("Vigil", Cluster.onEveryHost(END))
        .layout(layout)
        .within(DEADLINE)
        .mpirun(String.join(" ", mpirunArguments).split(" "));
  }

  /** Lets a vigil end and waits for it. */
  static Outcome end(Cluster cluster, HostedJob vigil) throws IOException, InterruptedException {
    cluster.create(END);
    return vigil.end();
  }

  /** Starts a vigil and waits until every rank has seen all others. */
  static HostedJob begin(Cluster cluster, Job vigil) throws IOException, InterruptedException {
    return awaitEverybody(cluster.start(vigil, SLOTS));
  }

  /** Waits until every rank of a vigil has seen all others. */
  static HostedJob awaitEverybody(HostedJob vigil) throws IOException, InterruptedException {
    return vigil.awaitOutput(
        said -> count(said, ": " + Integer.toHexString(EVERYBODY) + "\n") == RANKS);
  }

  /** Waits until so many ranks have seen the others as this set, a bit for each. */
  static void awaitSurvivors(HostedJob vigil, int survivors)
      throws IOException, InterruptedException {
    vigil.awaitOutput(
        said ->
            count(said, ": " + Integer.toHexString(survivors) + "\n")
                == Integer.bitCount(survivors));
  }

  private static int count(String text, String part) {
    return text.split(part, -1).length - 1;
  }

  /** The ranks of the hosts but the last, a bit for each, when neighbors are on different ones. */
  static int survivorsOfTheLastHost() {
    return IntStream.range(0, RANKS)
        .filter(rank -> rank % Cluster.HOSTS != LAST_HOST)
        .map(rank -> 1 << rank)
        .sum();
  }

  /** Lets time pass that is what is tried out: a failure's length. */
  static void pass(int seconds) {
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    Awaitility.await()
        .atMost(Duration.ofSeconds(seconds + 60L))
        .until(() -> System.nanoTime() > end);
  }

  /** Fails unless these ranks have seen the same sets in the same rounds and ended together. */
  static void haveAgreed(Outcome outcome, int survivors) {
    List<String> reports =
        IntStream.range(0, RANKS)
            .filter(rank -> (survivors >> rank & 1) == 1)
            .mapToObj(rank -> report(outcome, rank))
            .distinct()
            .toList();
    assertThat(reports).as("what the survivors report; %s", outcome).hasSize(1);
    assertThat(reports.get(0))
        .as("%s", outcome)
        .contains(": " + Integer.toHexString(survivors) + "\n")
        .containsPattern(": \\d+ rounds\n");
  }

  private static String report(Outcome outcome, int rank) {
    StringBuilder report = new StringBuilder();
    for (MatchResult line : outcome.find("^rank " + rank + "( round \\d+)?: (\\w+)( rounds)?$")) {
      report.append(line.group().replaceFirst("rank \\d+", "")).append('\n');
    }
    return report.toString();
  }

  /**
   * Deaths beside mpirun (0, 1) and on other hosts, of masters of locals (2) too, and of all ranks
   * of a host, which are a local (2 and 3): a host that has fewer ranks than a local may have.
   */
  @ParameterizedTest(name = "{0}, dead: {1}")
  @CsvSource({
    "flat, 1@allReduce:1:before 4@gather:2:inside",
    "hierarchical:4, 2@bcast:2:before 3@gather:2:before",
  })
  void survivorsHaveEachOthersData(String layout, String deaths) throws Exception {
    runRollCall(layout, deaths);
  }

  @ParameterizedTest(name = "{0}, dead: {1}")
  @CsvSource({
    "flat, 0@bcast:1:before 3@gather:1:inside 4@gather:1:inside",
    "hierarchical:2, 5@allGather:1:inside",
  })
  @InLongRuns
  void survivorsOfMoreDeathsHaveEachOthersData(String layout, String deaths) throws Exception {
    runRollCall(layout, deaths);
  }

  private void runRollCall(String layout, String deaths) throws Exception {
    int rounds = 2;
    List<Kill> kills = Kill.parse(deaths);
    Job job =
        Job.of("RollCall", 1000, rounds)
            .layout(layout)
            .policies("bcast.root-failed=ignore", "scatter.root-failed=ignore", "log-level=debug")
            .killing(kills)
            .within(DEADLINE);
    try (Cluster cluster = cluster()) {
      Outcome outcome = cluster.start(job, SLOTS).end().succeeded();
      RollCallResults results = new RollCallResults(RANKS, rounds, List.of());
      assertThat(results.possible(kills))
          .as("%s", outcome)
          .contains(results.survivors(kills, outcome.stdout()));
      assertThat(outcome.stderr().contains("MPI_COMM_WORLD begin at ranks [0, 2, 4]"))
          .as("locals that end with their hosts; %s", outcome)
          .isEqualTo(layout.startsWith("hierarchical"));
    }
  }

  @Test
  @InLongRuns
  void aPauseBelowThePatienceLosesNobody() throws Exception {
    losesNobodyByAPause("flat");
  }

  @Test
  @InLongRuns
  void aPauseBelowThePatienceLosesNobodyInLocals() throws Exception {
    losesNobodyByAPause("hierarchical:2");
  }

  private void losesNobodyByAPause(String layout) throws Exception {
    try (Cluster cluster = cluster()) {
      HostedJob vigil = begin(cluster, vigil(layout, DETECTOR));
      cluster.pause(LAST_HOST);
      pass(3);
      cluster.resume(LAST_HOST);
      haveAgreed(end(cluster, vigil).succeeded(), EVERYBODY);
    }
  }

  /** Retransmission covers it, so that no send and no collective fails. */
  @Test
  @InLongRuns
  void aCableOutForSecondsLosesNobody() throws Exception {
    try (Cluster cluster = cluster()) {
      HostedJob vigil = begin(cluster, vigil("flat", DETECTOR));
      cluster.cut(LAST_HOST);
      pass(3);
      cluster.mend(LAST_HOST);
      haveAgreed(end(cluster, vigil).succeeded(), EVERYBODY);
    }
  }
}
