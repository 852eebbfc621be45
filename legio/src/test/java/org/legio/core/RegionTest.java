package org.legio.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import org.junit.jupiter.api.Test;
import org.legio.ulfm.Pmpi;

class RegionTest {
  private static final long INT = 4;
  private static final long PAIR_OF_INTS = 8;
  private static final long DOUBLE = 8;

  /** A datatype's handle is its extent. */
  private final Pmpi pmpi = FakeMpi.ofSize(2).pmpi();

  @Test
  void copiesItemsOfAnArrayFromItsOffset() throws Exception {
    int[] buffer = {0, 1, 2, 3, 4, 5};
    Region region = Region.of(pmpi, buffer, false, 8, INT);
    assertThat((int[]) region.copy(3)).containsExactly(2, 3, 4);
  }

  @Test
  void anItemMayBeSeveralElements() throws Exception {
    int[] buffer = {0, 1, 2, 3, 4, 5, 6, 7};
    Region region = Region.of(pmpi, buffer, false, 0, PAIR_OF_INTS);
    assertThat((int[]) region.copy(new int[] {0, 3}, new int[] {1, 1})).containsExactly(0, 1, 6, 7);
  }

  @Test
  void copiesADirectBufferWhateverItsLimit() throws Exception {
    IntBuffer buffer = direct(64).asIntBuffer();
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, 10 * i);
    }
    buffer.limit(1);
    IntBuffer copy = (IntBuffer) Region.of(pmpi, buffer, true, 0, INT).copy(4);
    assertThat(copy.isDirect()).isTrue();
    assertThat(copy.get(3)).isEqualTo(30);
  }

  @Test
  void copiesKeepTheByteOrder() throws Exception {
    DoubleBuffer buffer = direct(32).asDoubleBuffer().put(0, 1.5).put(1, 2.5);
    DoubleBuffer copy = (DoubleBuffer) Region.of(pmpi, buffer, true, 0, DOUBLE).copy(2);
    assertThat(copy.order()).isEqualTo(ByteOrder.nativeOrder());
    assertThat(copy.get(1)).isEqualTo(2.5);
  }

  @Test
  void clearsItemsOnly() throws Exception {
    int[] buffer = {1, 2, 3, 4, 5, 6};
    Region.of(pmpi, buffer, false, 4, INT).clear(1, 2);
    assertThat(buffer).containsExactly(1, 2, 0, 0, 5, 6);
  }

  @Test
  void clearsNothingBeyondTheBuffer() throws Exception {
    int[] buffer = {1, 2, 3};
    Region.of(pmpi, buffer, false, 0, INT).clear(2, 5);
    assertThat(buffer).containsExactly(1, 2, 0);
  }

  private static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }
}
