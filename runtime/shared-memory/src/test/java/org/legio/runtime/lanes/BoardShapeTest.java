package org.legio.runtime.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BoardShapeTest {

  @Test
  void lanesFollowEachOtherWithoutOverlap() {
    for (BoardShape shape :
        new BoardShape[] {
          new BoardShape(1, 2, 0), new BoardShape(3, 8, 64), new BoardShape(4, 64, 65536)
        }) {
      int end = 128;
      for (int member = 0; member < shape.members(); member++) {
        assertThat(shape.progressPosition(member)).isEqualTo(end).matches(p -> p % 128 == 0);
        assertThat(shape.slotsPosition(member)).isEqualTo(end + 128);
        assertThat(shape.dataPosition(member)).isEqualTo(end + 128 + 64 * shape.entries());
        end = (shape.dataPosition(member) + shape.dataBytes() + 127) / 128 * 128;
      }
      assertThat(shape.bytes()).isEqualTo(end);
    }
  }

  @Test
  void wrongNumbersAreToldWithWhatToDo() {
    assertThatThrownBy(() -> new BoardShape(0, 8, 64)).hasMessageContaining("members=0");
    assertThatThrownBy(() -> new BoardShape(2, 12, 64))
        .hasMessageContaining("entries=12")
        .hasMessageContaining("power of two");
    assertThatThrownBy(() -> new BoardShape(2, 1, 64)).hasMessageContaining("entries=1");
    assertThatThrownBy(() -> new BoardShape(2, 8, 100)).hasMessageContaining("dataBytes=100");
    assertThatThrownBy(() -> new BoardShape(2, 8, -64)).hasMessageContaining("dataBytes=-64");
    assertThatThrownBy(() -> new BoardShape(40_000, 64, 65536))
        .hasMessageContaining("2147483647")
        .hasMessageContaining("2790400128");
  }

  @Test
  void aBoardIsKnownByItsHeader() {
    BoardShape shape = new BoardShape(2, 8, 64);
    ByteBuffer memory = TestMemory.of(shape.bytes());
    assertThatThrownBy(() -> shape.nonceOf(memory)).hasMessageContaining("prepare it first");
    shape.prepare(memory, 77);
    assertThat(shape.nonceOf(memory)).isEqualTo(77);
    assertThatThrownBy(() -> new BoardShape(2, 4, 64).nonceOf(memory))
        .hasMessageContaining("entries=8")
        .hasMessageContaining("entries=4");
  }

  @Test
  void memoryThatCannotBeSharedIsRefused() {
    BoardShape shape = new BoardShape(1, 2, 0);
    assertThatThrownBy(() -> shape.prepare(ByteBuffer.allocate(shape.bytes()), 1))
        .hasMessageContaining("heap");
    assertThatThrownBy(() -> shape.prepare(TestMemory.of(100), 1))
        .hasMessageContaining("100")
        .hasMessageContaining("" + shape.bytes());
    ByteBuffer odd = TestMemory.of(shape.bytes() + 1).slice(1, shape.bytes());
    assertThatThrownBy(() -> shape.prepare(odd, 1)).hasMessageContaining("multiple of 8");
  }
}
