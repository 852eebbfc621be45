package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks of one host vote on a board, and leave nothing of it behind. */
@SampledRows(every = 6)
class BoardIT {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final String VOTES = "ranks of this host vote on a board";
  private static final Duration DEADLINE = Duration.ofMinutes(1);

  @AfterEach
  void nothingIsLeftInSharedMemory() {
    await()
        .atMost(DEADLINE) // other jobs may be making theirs
        .untilAsserted(() -> assertThat(files()).as("files of boards").isEmpty());
  }

  private static List<Path> files() {
    try (Stream<Path> all = Files.list(SHARED_MEMORY)) {
      return all.filter(file -> file.getFileName().toString().endsWith(".board")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest(name = "{0}, {1} ranks, dead: {2}")
  @CsvSource({
    "flat,         2, ''",
    "flat,         4, 0@barrier:3:inside",
    "hierarchical, 6, 0@barrier:3:inside 4@barrier:5:before",
  })
  void votesHaveTheSameOutcomeAsMessages(String layout, int ranks, String deaths) {
    Outcome byMessages = ring(layout, ranks, deaths, "off");
    Outcome byVotes = ring(layout, ranks, deaths, "16384");
    assertThat(byMessages.stderr()).doesNotContain(VOTES);
    assertThat(byVotes.stderr()).contains("rank " + (ranks - 1) + ": " + VOTES);
    assertThat(byVotes.sortedLines()).as("%s", byVotes).isEqualTo(byMessages.sortedLines());
  }

  private static Outcome ring(String layout, int ranks, String deaths, String board) {
    return Job.of("Ring", 10, "all")
        .on(ranks)
        .layout(layout)
        .killing(Kill.parse(deaths))
        .policies("recv.source-failed=ignore", "log-level=debug", "board=" + board)
        .run()
        .succeeded();
  }

  /** The first agreements of a job are those about its memory for boards. */
  @ParameterizedTest(name = "rank {0} dies")
  @CsvSource({"0", "3"})
  void aDeathWhileTheMemoryIsMadeLeavesTheOthersWithout(int victim) {
    Outcome outcome =
        Job.of("Ring", 10, "all")
            .on(4)
            .killing(Kill.parse(victim + "@Init:1:inside"))
            .policies("recv.source-failed=ignore", "log-level=debug")
            .run()
            .succeeded();
    assertThat(outcome.stderr()).as("%s", outcome).doesNotContain(VOTES);
    assertThat(outcome.sortedLines()).as("%s", outcome).hasSize(3);
  }

  /** More communicators than there are places for boards: the others agree by messages. */
  @Test
  @InLongRuns
  void manyCommunicatorsHaveRoomOrDoWithout() {
    Outcome outcome = Job.of("Uneven", 150, 200).on(3).run().succeeded();
    assertThat(outcome.sortedLines()).containsExactly("rank 0 done", "rank 1 done", "rank 2 done");
  }

  /** A rank that waits for votes has to send the rest of its large messages meanwhile. */
  @Test
  void largeMessagesArriveWhileTheirSenderVotes() {
    Outcome outcome =
        Job.of("BehindBarrier", 20, 8 << 20)
            .on(2)
            .mpirun("--mca", "smsc", "^cma") // else the receiver fetches them by itself
            .run()
            .succeeded();
    assertThat(outcome.sortedLines()).containsExactly("rank 0 done", "rank 1 done");
  }

  /** A folder that is too small, as Docker's may be, or cannot be written. */
  @ParameterizedTest(name = "mounted with {0}")
  @ValueSource(strings = {"size=2m", "ro"})
  void withoutRoomRanksAgreeByMessages(String options) throws Exception {
    Process allowed = new ProcessBuilder("unshare", "-m", "true").start();
    assumeTrue(allowed.waitFor() == 0, "a file system can be mounted for a job alone");
    Outcome outcome =
        all()
            .startedBy(
                "exec unshare -m sh -c 'mount -t tmpfs -o "
                    + options
                    + " tmpfs /dev/shm && exec \"$@\"' sh \"$@\"")
            .mpirun("--mca", "btl_sm_backing_directory", "/tmp")
            .run()
            .succeeded();
    assertThat(outcome.stderr()).contains("ranks agree by messages, not on a board");
    assertThat(outcome.sortedLines()).hasSize(4);
  }

  /** It has not ended, so the others wait for what it will publish. */
  @Test
  void aRankThatIsStoppedForAWhileIsNotLeftOut() {
    Outcome calm = all().run().succeeded();
    Outcome outcome = all().injecting("1@barrier:4=pause:2").run().succeeded();
    assertThat(outcome.sortedLines()).as("%s", outcome).isEqualTo(calm.sortedLines());
  }

  @Test
  void jobsThatRunAtOnceHaveBoardsOfTheirOwn() {
    List<CompletableFuture<Outcome>> jobs =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> all().run().succeeded()))
            .limit(3)
            .toList();
    for (CompletableFuture<Outcome> job : jobs) {
      Outcome outcome = job.join();
      assertThat(outcome.stderr()).contains(VOTES);
      assertThat(outcome.sortedLines()).as("%s", outcome).hasSize(4);
    }
  }

  private static Job all() {
    return Job.of("Ring", 10, "all").on(4).policies("recv.source-failed=ignore", "log-level=debug");
  }
}
