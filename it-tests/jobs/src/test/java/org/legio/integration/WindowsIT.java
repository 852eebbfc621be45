package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Windows work as without the agent while nobody dies; after a death no call hangs and no item is
 * lost.
 */
@Tag("embedded")
@Tag("libmpi")
@SampledRows(every = 8)
class WindowsIT {
  private static final int ROUNDS = 10;
  private static final int DEATHS_AMID_MAKINGS = 20;
  private static final int MAX_ENDED = 3;
  private static final int ENDED_BY_OPEN_MPI = 255;
  private static final Pattern BLANK = Pattern.compile(" ");

  @TempDir Path folder;

  @ParameterizedTest(name = "every call on {0} ranks")
  @ValueSource(ints = {1, 2, 3, 4})
  void everyCallReturnsTheSame(int ranks) throws IOException {
    Path plain = Files.createDirectory(folder.resolve("plain"));
    Path agent = Files.createDirectory(folder.resolve("agent"));
    Job.of("WindowZoo", plain).on(ranks).plain().run().succeeded();
    Job.of("WindowZoo", agent).on(ranks).run().succeeded();
    RankFiles.assertSame(plain, agent, ranks);
  }

  /** The last columns: how many rounds the dead have added at least, and at most. */
  @ParameterizedTest(name = "{0} {1}, {2} ranks, dead: {3}")
  @CsvSource({
    "fence,   CREATED,   4, 2@fence:5:before,                      3, 4",
    "fence,   ALLOCATED, 4, 2@fence:5:inside,                      4, 4",
    "fence,   SHARED,    3, 0@fence:5:after,                       4, 4",
    "fence,   CREATED,   4, 1@put:10:before 3@fence:5:before,      1, 4",
    "lock,    CREATED,   4, 1@flush:9:before,                      2, 2",
    "lock,    ALLOCATED, 3, 0@flush:10:before,                     3, 3",
    "lock,    CREATED,   4, 3@lock:9:after,                        2, 2",
    "lock,    SHARED,    3, 2@unlock:10:before,                    3, 4",
    "shared,  CREATED,   4, 1@rAccumulate:9:after,                 2, 3",
    "lockAll, ALLOCATED, 4, 1@unlockAll:1:before 3@accumulate:10:before, 2, 10",
    "post,    CREATED,   4, 1@start:5:before,                      4, 4",
    "post,    ALLOCATED, 4, 1@complete:5:before,                   4, 5",
    "post,    CREATED,   4, 0@waitFor:5:before,                    5, 5",
    "fetch,   CREATED,   3, 2@fetchAndOp:4:before,                 3, 4",
    "fence,   CREATED,   4, 1@createWin:1:before,                  0, 0",
    "post,    ALLOCATED, 4, 0@allocateWin:1:inside,                0, 0",
    "fence,   CREATED,   3, 2@free:1:inside,                      10, 10",
  })
  @Tag("hosts")
  void survivorsLoseNothing(
      String way, String kind, int ranks, String deaths, int atLeast, int atMost) {
    List<Kill> kills = Kill.parse(deaths);
    Outcome outcome = accounts(way, kind, ROUNDS).on(ranks).killing(kills).run().succeeded();
    for (int rank = 0; rank < ranks; rank++) {
      if (!Kill.kills(kills, rank)) {
        List<Long> items = items(outcome, rank);
        assertThat(items).as("items of %d in %s", rank, outcome).hasSize(ranks);
        for (int adder = 0; adder < ranks; adder++) {
          boolean lives = !Kill.kills(kills, adder);
          assertThat(items.get(adder))
              .as("item of %d at %d in %s", adder, rank, outcome)
              .isBetween(lives ? ROUNDS : (long) atLeast, lives ? ROUNDS : (long) atMost);
        }
        outcome.findOne("^rank " + rank + " is done; it holds " + ranks + " items$");
      }
    }
  }

  private static Job accounts(String way, String kind, Object... more) {
    Object[] arguments = Stream.concat(Stream.of(way, kind), Stream.of(more)).toArray();
    return Job.of("Accounts", arguments)
        .policies("get.target-failed=ignore")
        .within(Duration.ofMinutes(2));
  }

  private static List<Long> items(Outcome outcome, int rank) {
    String items = outcome.findOne("^rank " + rank + ": (.*)$").group(1);
    return BLANK.splitAsStream(items).map(Long::valueOf).toList();
  }

  @Test
  void readFromTheDeadEndsTheJobByDefault() {
    Outcome outcome =
        Job.of("Accounts", "lock", "CREATED", ROUNDS)
            .on(3)
            .killing(Kill.parse("1@lock:5:after"))
            .within(Duration.ofMinutes(1))
            .run()
            .failed();
    assertThat(outcome.stderr()).contains("get.target-failed=abort");
  }

  static Stream<Arguments> anyTime() {
    long seed = Seeds.first(1);
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    return Stream.of("fence", "lock", "shared", "lockAll", "post", "fetch", "make")
        .flatMap(way -> Stream.of("CREATED", "ALLOCATED").map(kind -> List.of(way, kind)))
        .map(
            each -> Arguments.of(each.get(0), each.get(1), random.nextInt(3), random.nextInt(900)));
  }

  @ParameterizedTest(name = "{0} {1}, rank {2} dies after {3} ms")
  @MethodSource("anyTime")
  @InLongRuns
  void deathAtAnyTime(String way, String kind, int victim, int milliseconds) {
    survived(way, kind, way.equals("make") ? 300 : 4000, victim, milliseconds);
  }

  /**
   * Without the change of {@code FailedWindows} one in four such deaths was the end of all. One in
   * seventy still is, by messages that Open MPI keeps for a communicator that was never made.
   */
  @Test
  @InLongRuns
  void deathsAmidMakings() {
    long seed = Seeds.first(1);
    Random random = new Random(seed);
    int ended = 0;
    for (int i = 0; i < DEATHS_AMID_MAKINGS; i++) {
      int victim = random.nextInt(3);
      Outcome outcome = accounts("make", "CREATED", 200, victim, random.nextInt(300)).on(3).run();
      if (outcome.status() == ENDED_BY_OPEN_MPI) {
        ended++;
      } else {
        isBalanced(outcome.succeeded(), 200, victim);
      }
    }
    assertThat(ended).as("jobs that Open MPI ended, seed %d", seed).isLessThanOrEqualTo(MAX_ENDED);
  }

  private static void survived(String way, String kind, long rounds, int victim, int milliseconds) {
    isBalanced(
        accounts(way, kind, rounds, victim, milliseconds).on(3).run().succeeded(), rounds, victim);
  }

  private static void isBalanced(Outcome outcome, long rounds, int victim) {
    for (int rank = 0; rank < 3; rank++) {
      if (rank != victim) {
        for (int adder = 0; adder < 3; adder++) {
          long least = adder == victim ? 0 : rounds;
          assertThat(items(outcome, rank).get(adder))
              .as("item of %d at %d in %s", adder, rank, outcome)
              .isBetween(least, rounds);
        }
      }
    }
  }

  /** Each that stayed would keep an area of memory. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"CREATED", "ALLOCATED"})
  void freedWindowsLeaveNothing(String kind) {
    int windows = Boolean.getBoolean("legio.it.long") ? 10_000 : 200;
    Outcome outcome =
        Job.of("ManyWindows", kind, windows).on(2).within(Duration.ofMinutes(9)).run().succeeded();
    for (int rank = 0; rank < 2; rank++) {
      MatchResult areas = outcome.findOne("^rank " + rank + ": (\\d+) -> (\\d+) areas$");
      assertThat(Integer.parseInt(areas.group(2)))
          .as("areas in %s", outcome)
          .isLessThan(Integer.parseInt(areas.group(1)) + windows / 10);
    }
  }
}
