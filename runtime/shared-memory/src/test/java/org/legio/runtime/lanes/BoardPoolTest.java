package org.legio.runtime.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BoardPoolTest {
  private static final int PLACES = 3;
  private static final BoardShape SHAPE = new BoardShape(3, 4, 64);

  private final ByteBuffer memory = TestMemory.of(BoardPool.bytes(PLACES, SHAPE));
  private final Set<Integer> gone = ConcurrentHashMap.newKeySet();

  private BoardPool pool(int me) {
    return BoardPool.over(memory, PLACES, SHAPE, me, gone::contains);
  }

  @Test
  void placesAreUsedAgain() {
    BoardPool first = pool(0);
    BoardPool second = pool(1);
    BoardShape small = new BoardShape(2, 4, 64);
    for (int i = 0; i < 256; i++) {
      long claim = first.claim(small).orElseThrow();
      assertThat(second.take(claim)).isTrue();
      Board writer =
          Board.over(first.memoryOf(claim, small), small, 0, Liveness.ALL_LIVE, TestMemory.NO_WAIT);
      Board reader =
          Board.over(
              second.memoryOf(claim, small), small, 1, Liveness.ALL_LIVE, TestMemory.NO_WAIT);
      assertThat(reader.isThere(0, 1)).as("nothing is left of board %d", i).isFalse();
      TestMemory.publish(writer, 0, 1, 64);
      TestMemory.pull(reader, 0, 1, 64);
      first.giveBack(claim);
      second.giveBack(claim);
    }
  }

  @Test
  void aPlaceIsFreeOnlyWhenAllTheLivingHaveGivenItBack() {
    BoardPool first = pool(0);
    BoardPool second = pool(1);
    List<Long> claims = new ArrayList<>();
    for (int i = 0; i < PLACES; i++) {
      claims.add(first.claim(SHAPE).orElseThrow());
      assertThat(second.take(claims.get(i))).isTrue();
    }
    assertThat(new HashSet<>(claims)).hasSize(PLACES);
    assertThat(pool(2).claim(SHAPE)).isEmpty();
    first.giveBack(claims.get(1));
    assertThat(pool(2).claim(SHAPE)).isEmpty();
    gone.add(1);
    long next = pool(2).claim(SHAPE).orElseThrow();
    assertThat(next % PLACES).isEqualTo(claims.get(1) % PLACES);
  }

  @Test
  void whoComesTooLateForAClaimLearnsIt() {
    long claim = pool(0).claim(SHAPE).orElseThrow();
    gone.add(0);
    long next = pool(1).claim(SHAPE).orElseThrow();
    assertThat(next % PLACES).isEqualTo(claim % PLACES);
    assertThat(pool(2).take(claim)).isFalse();
    assertThat(pool(2).take(next)).isTrue();
  }

  @Test
  void mistakesAreTold() {
    BoardPool pool = pool(0);
    long claim = pool.claim(SHAPE).orElseThrow();
    assertThatThrownBy(() -> pool(1).memoryOf(claim, SHAPE))
        .hasMessageContaining("take the claim first");
    pool.giveBack(claim);
    assertThatThrownBy(() -> pool.giveBack(claim)).hasMessageContaining("give it back once");
    assertThatThrownBy(() -> pool.claim(new BoardShape(3, 8, 640)))
        .hasMessageContaining("make the pool for larger boards");
    assertThatThrownBy(() -> pool.take(1)).hasMessageContaining("no claim");
    assertThatThrownBy(() -> BoardPool.bytes(0, SHAPE)).hasMessageContaining("places=0");
  }

  @Test
  void noPlaceIsEverHadByTwo() throws Exception {
    long seed = Long.getLong("legio.it.seed", 1);
    ExecutorService threads = Executors.newFixedThreadPool(SHAPE.members());
    Set<Long> held = ConcurrentHashMap.newKeySet();
    try {
      List<Future<Integer>> claimed = new ArrayList<>();
      for (int me = 0; me < SHAPE.members(); me++) {
        BoardPool pool = pool(me);
        Random random = new Random(seed + me);
        claimed.add(threads.submit(() -> claimAndGiveBack(pool, random, held)));
      }
      int all = 0;
      for (Future<Integer> one : claimed) {
        all += one.get(40, TimeUnit.SECONDS);
      }
      // One alone may get nothing: the others may have all places while they have no core.
      assertThat(all).as("seed %d", seed).isGreaterThan(1000);
      for (int place = 0; place < PLACES; place++) {
        assertThat(pool(0).claim(SHAPE)).as("seed %d: all are free in the end", seed).isPresent();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static int claimAndGiveBack(BoardPool pool, Random random, Set<Long> held) {
    List<Long> own = new ArrayList<>();
    int claimed = 0;
    for (int i = 0; i < 20_000; i++) {
      if (!own.isEmpty() && random.nextBoolean()) {
        long claim = own.remove(random.nextInt(own.size()));
        held.remove(claim % PLACES);
        pool.giveBack(claim);
      } else {
        var claim = pool.claim(SHAPE);
        if (claim.isPresent()) {
          assertThat(held.add(claim.getAsLong() % PLACES)).as("place is had by one").isTrue();
          own.add(claim.getAsLong());
          claimed++;
        }
      }
    }
    for (long claim : own) {
      held.remove(claim % PLACES);
      pool.giveBack(claim);
    }
    return claimed;
  }
}
