package org.legio.core.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HandleMapTest {
  @Test
  void findsWhatAnOrdinaryMapFinds() {
    Random random = new Random(Long.getLong("legio.it.seed", 1));
    HandleMap<String> map = new HandleMap<>();
    Map<Long, String> model = new HashMap<>();
    for (int step = 0; step < 5_000; step++) {
      long handle = 0x7f00_0000_0000L + 0x200L * random.nextInt(100);
      String value = "value " + step;
      if (random.nextBoolean()) {
        map.put(handle, value);
        model.put(handle, value);
      } else if (model.containsKey(handle)) {
        map.remove(handle, model.remove(handle));
      }
      assertThat(map.find(handle)).isSameAs(model.get(handle));
      assertThat(map.isEmpty()).isEqualTo(model.isEmpty());
    }
    model.forEach((handle, value) -> assertThat(map.find(handle)).isSameAs(value));
  }

  @Test
  void forgetsAHandleOnlyForWhatStandsBehindIt() {
    HandleMap<Object> map = new HandleMap<>();
    Object first = new Object();
    Object second = new Object();
    map.put(1, first);
    map.put(1, second);
    map.remove(1, first);
    assertThat(map.find(1)).isSameAs(second);
    map.remove(1, second);
    assertThat(map.isEmpty()).isTrue();
  }
}
