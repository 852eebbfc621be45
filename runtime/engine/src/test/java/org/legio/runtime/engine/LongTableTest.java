package org.legio.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LongTableTest {
  private static final long SEED = 7;

  @Test
  void holdsWhatAMapHolds() {
    SplittableRandom random = new SplittableRandom(SEED);
    System.out.println("seed " + SEED);
    Map<Long, String> map = new HashMap<>();
    LongTable<String> table = new LongTable<>();
    for (int step = 0; step < 20_000; step++) {
      long key = random.nextLong(200) - 100 + (random.nextBoolean() ? 1L << 40 : 0);
      if (random.nextInt(3) == 0) {
        map.remove(key);
        table.remove(key);
      } else {
        map.put(key, "value " + step);
        table.put(key, "value " + step);
      }
      long asked = random.nextLong(200) - 100;
      assertThat(table.get(asked)).isEqualTo(map.get(asked));
    }
    assertThat(table.values()).containsExactlyInAnyOrderElementsOf(map.values());
  }
}
