package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingPlacesTest {
  private static final List<String> NAMES = List.of("a", "b", "c", "d");
  private static final int[] UNEVEN = {0, 1, 0, 2, 2, 2};

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void eachPairWithAnEndHereHasAPlaceOfItsOwn(int host) {
    HostMap hosts = new HostMap(NAMES, UNEVEN, host);
    RingPlaces places = new RingPlaces(hosts);
    BitSet used = new BitSet();
    for (int from = 0; from < UNEVEN.length; from++) {
      for (int to = 0; to < UNEVEN.length; to++) {
        if (hosts.isHere(from) || hosts.isHere(to)) {
          int place = places.ring(from, to);
          assertThat(used.get(place)).as("%d to %d at %d", from, to, place).isFalse();
          used.set(place);
        }
      }
    }
    assertThat(used.length()).isEqualTo(used.cardinality()).isEqualTo(places.count());
    assertThat(places.maxCount()).isEqualTo(27);
  }

  @Test
  void aPairOfOtherHostsHasNone() {
    RingPlaces places = new RingPlaces(new HostMap(NAMES, UNEVEN, 0));
    assertThatThrownBy(() -> places.ring(1, 3))
        .hasMessage("no ring from process 1 to 3: neither lives on host 0");
  }

  @Test
  void theMemoryOfAHostGrowsWithItsOwnRanks() {
    int[] hostOf = IntStream.range(0, 512).map(rank -> rank / 128).toArray();
    ReplicaGroups groups = ReplicaGroups.single(512);
    int several = new JobShape(groups, 0, new HostMap(NAMES, hostOf, 3)).bytes();
    int one = new JobShape(groups, 0, HostMap.single(512)).bytes();
    assertThat(several / 1_000_000).isEqualTo(500);
    assertThat(one / 1_000_000).isEqualTo(1142);
  }
}
