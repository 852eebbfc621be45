package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RingPlacesTest {
  private static final List<String> NAMES = List.of("a", "b", "c", "d");
  private static final int[] UNEVEN = {0, 1, 0, 2, 2, 2};

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "2, 1", "3, 1", "0, 3", "1, 3", "2, 3", "3, 3"})
  void eachStreamOfAPairWithAnEndHereHasAPlaceOfItsOwn(int host, int streams) {
    HostMap hosts = new HostMap(NAMES, UNEVEN, host).withStreams(streams);
    RingPlaces places = new RingPlaces(hosts);
    BitSet used = new BitSet();
    for (int from = 0; from < UNEVEN.length; from++) {
      for (int to = 0; to < UNEVEN.length; to++) {
        int ofPair = hosts.isHere(from) && hosts.isHere(to) ? 1 : streams;
        for (int stream = 0; stream < ofPair && isHere(hosts, from, to); stream++) {
          int place = places.ring(from, to, stream);
          assertThat(used.get(place)).as("%d to %d at %d", from, to, place).isFalse();
          used.set(place);
        }
      }
    }
    assertThat(used.length()).isEqualTo(used.cardinality()).isEqualTo(places.count());
    assertThat(places.maxCount()).isEqualTo(27 + (streams - 1) * 18L);
  }

  private static boolean isHere(HostMap hosts, int from, int to) {
    return hosts.isHere(from) || hosts.isHere(to);
  }

  @Test
  void aPairOfOtherHostsHasNone() {
    RingPlaces places = new RingPlaces(new HostMap(NAMES, UNEVEN, 0));
    assertThatThrownBy(() -> places.ring(1, 3, 0))
        .hasMessage("no ring from process 1 to 3: neither lives on host 0");
  }

  @Test
  void theMemoryOfAHostGrowsWithItsOwnRanks() {
    int[] hostOf = IntStream.range(0, 512).map(rank -> rank / 128).toArray();
    ReplicaGroups groups = ReplicaGroups.single(512);
    int several = new JobShape(groups, 0, new HostMap(NAMES, hostOf, 3)).bytes();
    int one = new JobShape(groups, 0, HostMap.single(512)).bytes();
    assertThat(several / 1_000_000).isEqualTo(265);
    assertThat(one / 1_000_000).isEqualTo(302);
    HostMap map = new HostMap(NAMES, hostOf, 3);
    assertThat(JobShape.hasRoomFor(map.withStreams(16))).isTrue();
    assertThat(JobShape.hasRoomFor(map.withStreams(32))).isFalse();
  }
}
