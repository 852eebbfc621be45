package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files are the same with and without the agent; after deaths only the data of dead ranks is
 * missing.
 */
@Tag("embedded")
@Tag("libmpi")
@SampledRows(every = 8)
class FilesIT {
  private static final int ROUNDS = 4;
  private static final int BLOCK = 1000;
  private static final int SHARED = 3;
  private static final Duration DEADLINE = Duration.ofMinutes(2);
  private static final List<String> CALLS =
      List.of(
          "open",
          "close",
          "setView",
          "setSize",
          "writeAtAll",
          "readAtAll",
          "writeAll",
          "readAll",
          "writeShared",
          "writeOrdered",
          "writeOrderedBegin",
          "readOrdered",
          "seekShared",
          "getPositionShared",
          "setAtomicity",
          "getGroup");

  @TempDir Path folder;

  @ParameterizedTest(name = "every call on files, {0} ranks")
  @ValueSource(ints = {1, 2, 3, 4})
  void everyCallDoesTheSame(int ranks) throws IOException {
    Path plain = Files.createDirectory(folder.resolve("plain"));
    Path agent = Files.createDirectory(folder.resolve("agent"));
    Job.of("FileZoo", plain).on(ranks).within(DEADLINE).plain().run().succeeded();
    Job.of("FileZoo", agent).on(ranks).within(DEADLINE).run().succeeded();
    RankFiles.assertAllSame(plain, agent, ranks);
  }

  @ParameterizedTest(name = "dead: {0}")
  @ValueSource(
      strings = {
        "0@open:1:before",
        "0@open:1:inside",
        "2@open:1:after",
        "0@open:2:inside 1@open:2:inside",
        "1@setView:2:inside",
        "1@writeAtAll:2:before",
        "0@writeAtAll:2:inside",
        "3@writeAtAll:2:after 0@writeAtAll:3:inside",
        "0@writeOrdered:1:inside",
        "2@writeOrdered:2:before 1@writeOrderedBegin:1:inside",
        "1@writeShared:2:before",
        "1@writeShared:2:after 2@writeOrderedBegin:2:before",
        "0@seekShared:1:inside",
        "3@sync:1:inside",
        "0@close:1:inside",
        "0@close:1:after 1@close:2:inside 2@close:3:before",
      })
  @Tag("hosts")
  void onlyTheDeadPartIsLost(String deaths) throws IOException {
    checkLedger(Kill.parse(deaths));
  }

  static LongStream seeds() {
    return Seeds.of(2, 40).stream();
  }

  @ParameterizedTest(name = "-Dlegio.it.seed={0}")
  @MethodSource("seeds")
  void survivorsComeToTheEnd(long seed) {
    Random random = new Random(seed);
    int ranks = 3 + random.nextInt(2);
    List<Kill> kills = Kill.draw(random, ranks, CALLS, 3);
    System.out.println("FileZoo on " + ranks + " ranks, seed " + seed + ", dead: " + kills);
    Outcome outcome =
        Job.of("FileZoo", folder)
            .on(ranks)
            .killing(kills)
            .policies("recv.source-failed=ignore")
            .within(DEADLINE)
            .run();
    List<Kill> deaths = outcome.deaths(kills);
    for (int rank = 0; rank < ranks; rank++) {
      if (!Kill.kills(deaths, rank)) {
        outcome.findOne("^rank " + rank + ": the zoo is closed$");
      }
    }
    assertThat(outcome.stderr()).as("%s", outcome).doesNotContain("MPIException");
  }

  private void checkLedger(List<Kill> kills) throws IOException {
    int ranks = 4;
    Outcome outcome =
        Job.of("FileLedger", folder, ROUNDS)
            .on(ranks)
            .killing(kills)
            .within(DEADLINE)
            .run()
            .succeeded();
    for (int rank = 0; rank < ranks; rank++) {
      if (!Kill.kills(kills, rank)) {
        outcome.findOne("^rank " + rank + ": closed$");
        outcome.findOne(
            "^rank " + rank + ": " + ROUNDS + " blocks right, group of 4, shared pointer at 1$");
      }
    }
    assertThat(RankFiles.names(folder))
        .as("files left")
        .containsExactly("blocks", "ordered", "shared");
    checkBlocks(kills, ranks);
    checkOrdered(kills, ranks);
    checkShared(kills, ranks);
  }

  private static int entry(int rank, int round) {
    return 1 + rank + 100 * round;
  }

  private int[] ints(String name) throws IOException {
    byte[] bytes = Files.readAllBytes(folder.resolve(name));
    assertThat(bytes.length % Integer.BYTES).as("bytes over in %s", name).isZero();
    IntBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asIntBuffer();
    int[] ints = new int[buffer.remaining()];
    buffer.get(ints);
    return ints;
  }

  /** Whether there are so many ints of a value at a place. */
  private static boolean isAt(int[] ints, int place, int length, int value) {
    for (int i = place; i < place + length; i++) {
      if (i >= ints.length || ints[i] != value) {
        return false;
      }
    }
    return true;
  }

  /** Every survivor's block is at its place; one of the dead is there or is not, whole. */
  private void checkBlocks(List<Kill> kills, int ranks) throws IOException {
    int[] blocks = ints("blocks");
    for (int round = 0; round < ROUNDS; round++) {
      for (int rank = 0; rank < ranks; rank++) {
        int place = (round * ranks + rank) * BLOCK;
        boolean isThere = isAt(blocks, place, BLOCK, entry(rank, round));
        boolean isMissing = place >= blocks.length || isAt(blocks, place, BLOCK, 0);
        assertThat(isThere || (isMissing && Kill.kills(kills, rank)))
            .as("block of rank %d in round %d", rank, round)
            .isTrue();
      }
    }
  }

  /**
   * The entries are in the order of rounds and ranks. One of the dead is there, or is a gap of its
   * size if the rank died when the others knew its size, or takes no room.
   */
  private void checkOrdered(List<Kill> kills, int ranks) throws IOException {
    int[] ordered = ints("ordered");
    int place = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (int rank = 0; rank < ranks; rank++) {
        boolean isThere = isAt(ordered, place, rank + 1, entry(rank, round));
        boolean isGap = isAt(ordered, place, rank + 1, 0);
        assertThat(isThere || Kill.kills(kills, rank))
            .as("entry of rank %d in round %d at %d", rank, round, place)
            .isTrue();
        place += isThere || isGap ? rank + 1 : 0;
      }
    }
    assertThat(ordered).as("ordered entries").hasSize(place);
  }

  /** Every survivor's entries are there once, of the dead each at most once. */
  private void checkShared(List<Kill> kills, int ranks) throws IOException {
    int[] shared = ints("shared");
    assertThat(shared.length % SHARED).isZero();
    List<Integer> entries = new ArrayList<>();
    for (int place = 0; place < shared.length; place += SHARED) {
      assertThat(isAt(shared, place, SHARED, shared[place])).as("entry at %d", place).isTrue();
      entries.add(shared[place]);
    }
    assertThat(entries).as("shared entries").doesNotHaveDuplicates();
    for (int round = 0; round < ROUNDS; round++) {
      for (int rank = 0; rank < ranks; rank++) {
        if (!Kill.kills(kills, rank)) {
          assertThat(entries).contains(entry(rank, round));
        }
      }
    }
  }
}
