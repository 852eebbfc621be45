package org.legio.runtime.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members are threads of this JVM; who publishes what and who pulls it is drawn from a seed. */
@Timeout(60)
class ThreadsTest {
  private static final int OPERATIONS = 3_000;

  @Test
  void everyPatternBringsEveryByte() throws Exception {
    long first = Long.getLong("legio.it.seed", 1);
    for (long seed = first; seed < first + 40; seed++) {
      System.out.println("ThreadsTest: seed " + seed);
      run(seed);
    }
  }

  private static int membersOf(Random random) {
    return 2 + random.nextInt(3);
  }

  private static void run(long seed) throws Exception {
    Random random = new Random(seed);
    int members = membersOf(random);
    BoardShape shape =
        new BoardShape(members, 2 << random.nextInt(6), 64 * (1 + random.nextInt(64)));
    ByteBuffer memory = TestMemory.preparedFor(shape);
    ExecutorService threads = Executors.newFixedThreadPool(members);
    try {
      List<Board> boards = new ArrayList<>();
      List<Future<Long>> pulled = new ArrayList<>();
      AtomicBoolean failed = new AtomicBoolean();
      for (int me = 0; me < members; me++) {
        boards.add(Board.over(memory, shape, me, Liveness.ALL_LIVE, unless(failed, members)));
      }
      for (int me = 0; me < members; me++) {
        int member = me;
        pulled.add(threads.submit(() -> tellFailure(failed, boards.get(member), member, seed)));
      }
      for (Future<Long> one : pulled) {
        try {
          assertThat(one.get(20, TimeUnit.SECONDS)).isPositive();
        } catch (TimeoutException | ExecutionException e) {
          throw new AssertionError("seed %d, %s: %s".formatted(seed, shape, boards), e);
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Waits as processes do, until another member has failed. */
  private static IdleStrategy unless(AtomicBoolean failed, int members) {
    return BackoffIdleStrategy.forRanks(
        members,
        () -> {
          if (failed.get()) {
            throw new IllegalStateException("another member has failed");
          }
        });
  }

  private static long tellFailure(AtomicBoolean failed, Board board, int me, long seed) {
    boolean ended = false;
    try {
      long pulled = operations(board, me, seed);
      ended = true;
      return pulled;
    } finally {
      if (!ended) {
        failed.set(true);
      }
    }
  }

  /** Runs the same operations in all members: each has some that publish, and some that pull. */
  private static long operations(Board board, int me, long seed) {
    Random random = new Random(seed);
    int members = membersOf(random);
    long pulled = 0;
    for (long number = 1; number <= OPERATIONS; number++) {
      int publishers = random.nextInt(1 << members);
      int pullers = random.nextInt(1 << members);
      int length = random.nextInt(3) == 0 ? random.nextInt(board.largestEntry() + 1) : 8;
      if ((publishers >> me & 1) != 0) {
        TestMemory.publish(board, me, number, length);
      }
      for (int member = 0; member < members; member++) {
        if ((publishers >> member & pullers >> me & 1) != 0) {
          TestMemory.pull(board, member, number, length);
          pulled++;
        }
      }
      board.progress(number);
    }
    return pulled;
  }

  /** The writer ends as soon as it has published; the reader looks at any moment around that. */
  @Test
  void whatIsPublishedBeforeTheEndIsNeverMissed() throws Exception {
    BoardShape shape = new BoardShape(2, 2, 0);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      for (int round = 0; round < 3_000; round++) {
        ByteBuffer memory = TestMemory.preparedFor(shape);
        AtomicBoolean failed = new AtomicBoolean();
        Board writer = Board.over(memory, shape, 0, Liveness.ALL_LIVE, unless(failed, 2));
        AtomicBoolean ended = new AtomicBoolean();
        Board reader = Board.over(memory, shape, 1, member -> ended.get(), turn -> true);
        AtomicBoolean reading = new AtomicBoolean();
        Future<?> written =
            threads.submit(
                () -> {
                  while (!reading.get()) {
                    Thread.onSpinWait();
                  }
                  TestMemory.publish(writer, 0, 1, 8);
                  ended.set(true);
                });
        reading.set(true);
        assertThat(TestMemory.pull(reader, 0, 1, 8)).as("round %d", round).isNotNegative();
        written.get(20, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
