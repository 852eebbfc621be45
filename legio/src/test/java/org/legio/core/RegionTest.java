package org.legio.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
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
  void whatIsKeptCanBePutBackBlockByBlock() throws Exception {
    int[] buffer = {1, 2, 3, 4, 5, 6};
    Kept kept = Kept.blocks(pmpi, buffer, false, 4, INT, new int[] {0, 3}, new int[] {2, 2});
    Arrays.fill(buffer, 9);
    kept.restore(1);
    assertThat(buffer).containsExactly(9, 9, 9, 9, 5, 6);
    kept.restore();
    assertThat(buffer).containsExactly(9, 2, 3, 9, 5, 6);
  }

  @Test
  void aDirectBufferCanBePutBackToo() throws Exception {
    DoubleBuffer buffer = direct(24).asDoubleBuffer().put(0, 1.5).put(1, 2.5).put(2, 3.5);
    Kept kept = Kept.items(pmpi, buffer, true, 0, 3, DOUBLE);
    buffer.put(0, 0).put(1, 0).put(2, 0);
    kept.restore();
    assertThat(buffer.get(0) + buffer.get(1) + buffer.get(2)).isEqualTo(7.5);
  }

  @Test
  void nothingBeyondTheBufferIsTouched() throws Exception {
    int[] buffer = {1, 2, 3};
    Kept kept = Kept.items(pmpi, buffer, false, 0, 5, INT);
    buffer[2] = 9;
    kept.restore();
    assertThat(buffer).containsExactly(1, 2, 3);
  }

  @Test
  void whatIsNoCountOrPlaceIsLeftToMpiToRefuse() throws Exception {
    int[] buffer = {1, 2, 3};
    Kept kept =
        Kept.blocks(pmpi, buffer, false, 0, INT, new int[] {0, -5, 2, 9}, new int[] {-1, 1, 1, 1});
    buffer[2] = 9;
    kept.restore();
    assertThat(buffer).containsExactly(1, 2, 3);
  }

  private static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }
}
