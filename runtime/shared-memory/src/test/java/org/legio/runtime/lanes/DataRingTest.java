package org.legio.runtime.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DataRingTest {
  private static final int RING = 1024;

  @Test
  void anEntryIsNeverCutInTwo() {
    DataRing ring = new DataRing(RING, 8);
    assertThat(ring.find(600, 0)).isZero();
    ring.add(1, 600);
    assertThat(ring.find(600, 0)).isEqualTo(DataRing.NO_ROOM);
    assertThat(ring.oldestNumber()).isEqualTo(1);
    assertThat(ring.find(384, 0)).as("what is left").isEqualTo(640);
    assertThat(ring.find(600, 1)).as("begins anew").isZero();
  }

  @Test
  void theWholeRingIsOneEntryWhereverTheLastOneEnded() {
    DataRing ring = new DataRing(RING, 8);
    for (long number = 1; number <= 20; number++) {
      int length = number % 2 == 0 ? RING : 100;
      int offset = ring.find(length, number - 1);
      assertThat(offset).as("entry %d", number).isGreaterThanOrEqualTo(0);
      assertThat(offset + length).isLessThanOrEqualTo(RING);
      ring.add(number, length);
    }
  }

  /** An entry that somebody still reads. */
  private record Piece(long number, int begin, int end) {}

  @Test
  void whatSomebodyStillReadsIsNeverGivenAway() {
    long seed = Long.getLong("legio.it.seed", 1);
    Random random = new Random(seed);
    DataRing ring = new DataRing(RING, 16);
    ArrayDeque<Piece> read = new ArrayDeque<>();
    long passed = 0;
    int found = 0;
    for (long number = 1; number <= 20_000; number++) {
      int length = 1 + random.nextInt(random.nextInt(8) == 0 ? RING : 200);
      while (read.size() >= 15 || ring.find(length, passed) == DataRing.NO_ROOM) {
        assertThat(read).as("seed %d, entry %d", seed, number).isNotEmpty();
        passed = read.remove().number();
      }
      int begin = ring.find(length, passed);
      for (Piece piece : read) {
        assertThat(begin + length <= piece.begin() || begin >= piece.end())
            .as("seed %d: entry %d at %d of %d bytes, %s", seed, number, begin, length, piece)
            .isTrue();
      }
      read.add(new Piece(number, begin, begin + length));
      ring.add(number, length);
      found += read.size() > 2 ? 1 : 0;
    }
    assertThat(found).as("rings with several entries").isGreaterThan(1000);
  }
}
