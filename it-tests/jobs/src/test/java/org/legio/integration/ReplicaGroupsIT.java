package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.integration.ReplicaRun.Survival;

/**
 * Ranks with replicas, and processes that are restarted: a program prints the same as without
 * deaths, whoever dies when. On the embedded runtime, which alone has them.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
@ChoosesItsRuntime
@SampledRows(every = 8)
@Order(2)
class ReplicaGroupsIT {
  private static final int FEW_SEEDS = 2;

  @TempDir private Path folder;

  private static Job job(String sample, Object... arguments) {
    return Job.of(sample, arguments).mpi("embedded").within(Duration.ofMinutes(2));
  }

  // ------------------------------------------------------------------ random deaths

  static Stream<ReplicaRun> runs() {
    return Survival.runs(1, FEW_SEEDS, ReplicaRun::of);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void nothingIsLost(ReplicaRun run) {
    List<String> wanted = run.program().undisturbed();
    Outcome outcome = run.job().run();
    assertThat(outcome.sortedLines()).as("%s", outcome).isEqualTo(wanted);
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(ReplicaRun.wantedStatus(outcome));
  }

  // ------------------------------------------------------------------ exact deaths

  @Test
  void aDeathIsMasked() {
    List<String> wanted = ReplicaProgram.MASTER_WORKER.undisturbed();
    Outcome outcome =
        ReplicaProgram.MASTER_WORKER
            .job()
            .launcher("--replicas", "2")
            .injecting("0.0@send:5", "2.1@recv:3")
            .run()
            .succeeded();
    assertThat(outcome.sortedLines()).isEqualTo(wanted);
    assertThat(outcome.stderr())
        .contains("kill=0.0@send:5", "kill=2.1@recv:3", "rank 0 has lost a replica")
        .doesNotContain("repaired");
  }

  /** With many tasks the others have no room left; with few, only the end has to wait. */
  @ParameterizedTest(name = "{0} tasks")
  @CsvSource({"60", "40000"})
  void aStoppedReplicaIsEvicted(int tasks) {
    Outcome outcome =
        job("MasterWorker", tasks)
            .launcher("--replicas", "2")
            .injecting("0.1@send:5=stop")
            .run()
            .succeeded();
    assertThat(outcome.stdout()).contains("answered " + tasks + " of " + tasks + " tasks");
    assertThat(outcome.stderr())
        .contains("too far behind another one, and is evicted", "rank 0 has lost a replica");
  }

  /** Of processes that share cores, one is always behind, and fills rings, for a moment. */
  @Test
  @InLongRuns
  void nobodyIsEvictedForAMoment() throws IOException {
    Path go = Files.createFile(folder.resolve("go"));
    Outcome outcome =
        job("PausedRounds", 150, go, 1 << 17, 0)
            .on(2)
            .launcher("--replicas", "2")
            .run()
            .succeeded();
    assertThat(outcome.stderr()).doesNotContain("evicted");
  }

  /** It is far behind by its nature, and is not to be ended for that again. */
  @Test
  @InLongRuns
  void anEvictedReplicaMayCatchUpWhenItIsRestarted() {
    Outcome outcome =
        job("MasterWorker", 12000)
            .launcher("--replicas", "2", "--restart", "3")
            .injecting("0.1@send:5=stop")
            .run()
            .succeeded();
    assertThat(outcome.stdout()).contains("answered 12000 of 12000 tasks");
    assertThat(outcome.stderr()).containsOnlyOnce("and is evicted").contains("and restarted");
  }

  /** It has none of its own yet. */
  @Test
  @InLongRuns
  void anEvictedReplicaContinuesFromACheckpointOfAnother() throws IOException {
    Path begun = Files.createDirectory(folder.resolve("begun"));
    Outcome calm = job("Milestones", 3000, 0).run().succeeded();
    Outcome outcome =
        job("Milestones", 3000, 50, begun)
            .launcher("--replicas", "2", "--restart", "1", "--keep", "2")
            .injecting("1.1@allReduce:40=stop")
            .run()
            .succeeded();
    assertThat(outcome.sortedLines()).isEqualTo(calm.sortedLines());
    assertThat(outcome.stderr()).containsOnlyOnce("and is evicted").contains("and restarted");
    assertThat(begun).isDirectoryContaining("glob:**/rank-1-from-[1-9]*");
  }

  @Test
  void aSearchForHangingProcessesIsRefused() {
    Outcome outcome =
        job("MasterWorker", 60).launcher("--replicas", "2").policies("detector=5").run();
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.stderr())
        .contains("deadline and detector look for processes that hang")
        .doesNotContain("diverge");
  }

  @Test
  @InLongRuns
  void ranksMayHaveDifferentNumbersOfReplicas() {
    List<String> wanted = ReplicaProgram.MASTER_WORKER.undisturbed();
    Outcome outcome =
        ReplicaProgram.MASTER_WORKER
            .job()
            .launcher("--replicas", "0:4,2-3:2")
            .injecting("0.0@send:2", "0.2@recv:4", "0.3@recv:6")
            .run()
            .succeeded();
    assertThat(outcome.sortedLines()).isEqualTo(wanted);
  }

  @Test
  void theLossOfAllReplicasIsTheRanksDeath() {
    Job alone = job("MonteCarloPi", 20_000, 60).injecting("2@reduce:7");
    Job replicated =
        job("MonteCarloPi", 20_000, 60).launcher("--replicas", "2").injecting("2@reduce:7");
    Outcome outcome = replicated.run().succeeded();
    assertThat(outcome.stdout()).isEqualTo(alone.run().succeeded().stdout());
    assertThat(outcome.stderr()).contains("rank 2 lost").contains("3 of 4 ranks continue");
  }

  /** Without checkpoints they would need several times the room. */
  @Test
  @InLongRuns
  void aCheckpointShortensARestart() throws IOException {
    Path kept = Files.createDirectory(folder.resolve("kept"));
    Path begun = Files.createDirectory(folder.resolve("begun"));
    Outcome calm = job("Milestones", 6000, 0).run().succeeded();
    Outcome outcome =
        job("Milestones", 6000, 50, begun)
            .launcher("--restart", "2", "--keep", "64", "--keep-in", kept.toString())
            .injecting("1@allReduce:4111", "1@sendRecvReplace:31:after", "3@allReduce:5999")
            .run()
            .succeeded();
    assertThat(outcome.sortedLines()).isEqualTo(calm.sortedLines());
    assertThat(outcome.stderr()).doesNotContain("no more can be kept");
    assertThat(begun.resolve("rank-1-from-4100")).exists();
    assertThat(begun.resolve("rank-3-from-5950")).exists();
    assertThat(kept).isEmptyDirectory();
  }

  /** With both, the report, its page and the last line tell what was masked and what was redone. */
  @Test
  void whatHasHappenedIsTold() throws IOException {
    Path page = folder.resolve("run.html");
    Outcome outcome =
        ReplicaProgram.PI
            .job()
            .launcher("--replicas", "2", "--restart", "1")
            .launcher("--keep-in", folder.toString(), "--report", page.toString())
            .policies("replica.behind=wait") // so that no slow one is ended, too
            .injecting("1.1@reduce:4", "1.1@reduce:8", "3.0@reduce:9")
            .run()
            .succeeded();
    assertThat(outcome.stderr())
        .contains("deaths that replicas have masked: 1; processes restarted: 2, ", "; kept: ");
    assertThat(Files.readString(folder.resolve("run.json")))
        .containsPattern("\"lost\": 1,\\s+\"restarts\": 1,")
        .containsPattern("\"lost\": 0,\\s+\"restarts\": 1,");
    assertThat(Files.readString(page)).contains("Replicas and restarts");
  }

  @Test
  void aRankDiesAgainAfterItHasBeenRestarted() {
    List<String> wanted = ReplicaProgram.PI.undisturbed();
    Outcome outcome =
        ReplicaProgram.PI
            .job()
            .launcher("--restart", "2")
            .injecting("1@reduce:4", "1@reduce:2", "3@reduce:9:after")
            .run()
            .succeeded();
    assertThat(outcome.sortedLines()).isEqualTo(wanted);
    assertThat(outcome.stderr().split("and restarted", -1)).hasSize(1 + 3);
  }

  @Test
  @InLongRuns
  void aRankThatMayNotBeStartedAnyMoreIsLost() {
    Outcome outcome =
        ReplicaProgram.PI
            .job()
            .launcher("--restart", "1")
            .injecting("1@reduce:4", "1@reduce:6")
            .run()
            .succeeded();
    assertThat(outcome.stderr()).contains("restarted", "rank 1 lost");
  }

  @Test
  @InLongRuns
  void whatIsKeptHasALimit() {
    Outcome outcome =
        job("MasterWorker", 30_000).launcher("--restart", "1", "--keep", "1").run().succeeded();
    assertThat(outcome.stderr()).contains("no more can be kept", "give more room by --keep");
    assertThat(outcome.stdout()).contains("answered 30000 of 30000 tasks");
  }

  // ------------------------------------------------------------------ differences

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 5", "2, 9"})
  void aFlippedBitIsFound(int rank, int round) {
    Outcome outcome = job("Flipped", rank, round).on(3).launcher("--replicas", "2").run().failed();
    assertThat(outcome.stderr())
        .contains("replicas of rank " + rank + " differ")
        .contains("checksum", "org.legio.programs.Flipped.main");
  }

  /** Which of three is wrong is known: it alone ends, and is restarted if it may be. */
  @ParameterizedTest
  @CsvSource({"0, 1, 0", "1, 5, 0", "2, 9, 1"})
  void aFlippedBitIsOutvoted(int rank, int round, int restarts) {
    List<String> wanted = job("Flipped", 9, 9).on(3).run().succeeded().sortedLines();
    Job job = job("Flipped", rank, round).on(3).launcher("--replicas", "3");
    Outcome outcome =
        (restarts == 0 ? job : job.launcher("--restart", Integer.toString(restarts)))
            .run()
            .succeeded();
    assertThat(outcome.sortedLines()).isEqualTo(wanted);
    assertThat(outcome.stderr())
        .contains("replicas of rank " + rank + " differ", "checksum", "this one is ended");
  }

  @Test
  @InLongRuns
  void withoutReplicasItIsNotNoticed() {
    job("Flipped", 1, 5).on(3).run().succeeded();
  }

  // ------------------------------------------------------------------ input, refusals

  @ParameterizedTest
  @CsvSource({"--replicas, 2, 0.0@barrier", "--restart, 1, 0@barrier"})
  void eachProcessReadsTheInput(String option, String value, String kill) {
    String line = "head -c 100000 /dev/zero | \"$@\"";
    Job alone = job("Reading", "digest", 100_000).on(2).startedBy(line);
    Job dying =
        job("Reading", "digest", 100_000)
            .on(2)
            .startedBy(line)
            .launcher(option, value)
            .injecting(kill);
    assertThat(dying.run().succeeded().sortedLines())
        .isEqualTo(alone.run().succeeded().sortedLines());
  }

  @ParameterizedTest
  @CsvSource({
    "--replicas,0,a rank has 1 to 4 replicas",
    "--replicas,5,a rank has 1 to 4 replicas",
    "--replicas,many,is no number of replicas",
    "--restart,0,give a number from 1 to 9999",
    "--keep,7,has no effect without --restart"
  })
  void wrongNumbersAreRefused(String option, String value, String why) {
    Outcome outcome = job("Ring").launcher(option, value).run().failed();
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.stderr()).contains(option + " " + value, why);
    assertThat(outcome.stderr().lines()).hasSize(1);
  }

  /** Its status is that of a process that a signal has killed. */
  @ParameterizedTest
  @CsvSource({"--restart, 1", "--replicas, 2"})
  void whoAbortsTheJobIsNeitherRestartedNorContinues(String option, String value) {
    Outcome outcome =
        job("transparency.Alone", "ABORT", 137).launcher(option, value).on(3).run().failed();
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(137);
    assertThat(outcome.stderr())
        .contains("rank 2: the program called abort with error code 137")
        .doesNotContain("restarted", "continues");
  }

  @Test
  void openMpiHasNone() {
    Outcome outcome = Job.of("Ring").launcher("--replicas", "2").run().failed();
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.stderr()).contains("only the embedded runtime can; add --mpi embedded");
  }
}
