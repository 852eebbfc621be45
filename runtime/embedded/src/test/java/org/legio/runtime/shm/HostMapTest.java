package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which processes live where, and how ranks are told. */
class HostMapTest {
  private final HostMap map = new HostMap(List.of("n0", "127.0.0.3"), new int[] {0, 1, 0, 1, 1}, 0);

  @Test
  void aMapIsReadAsItIsWritten() {
    HostMap read = HostMap.parse(map.withStreams(8).seenFrom(1).toString());
    assertThat(read.me()).isEqualTo(1);
    assertThat(read.streams()).isEqualTo(8);
    assertThat(read.name(1)).isEqualTo("127.0.0.3");
    assertThat(read.processesOf(0)).containsExactly(0, 2);
    assertThat(read.countBeside(1)).isEqualTo(3);
    assertThat(read.placeOnHost(4)).isEqualTo(2);
    assertThat(read.isHere(0)).isFalse();
    assertThat(read.areSeveral()).isTrue();
  }

  @Test
  void aHostThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> map.seenFrom(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("host 2 and processes on [0, 1, 0, 1, 1], of 2 hosts");
  }
}
