package org.legio.core.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.legio.core.FakeMpi;
import org.legio.ulfm.ports.BufferElements;
import org.legio.ulfm.ports.Pmpi;

class StagedBufferTest {
  private static final long INT = 4;
  private static final long DOUBLE = 8;

  /** A datatype's handle is its extent. */
  private final Pmpi pmpi = FakeMpi.ofSize(2).pmpi();

  @Test
  void anArrayIsSentFromItsOffset() throws Exception {
    int[] buffer = {0, 1, 2, 3, 4};
    StagedBuffer staged = StagedBuffer.toSend(pmpi, buffer, false, 8, INT, 2);
    assertThat(ints(staged)).startsWith(2, 3);
    assertThat(staged.isDirect()).isTrue();
    assertThat(staged.offset()).isZero();
  }

  /** More than 2 GiB between the first item and the last one: the array ends before that. */
  @Test
  void aCopyIsNeverLargerThanTheArray() throws Exception {
    int[] buffer = {1, 2, 3};
    StagedBuffer staged = StagedBuffer.toSend(pmpi, buffer, false, 0, 1 << 30, 4);
    assertThat(ints(staged)).startsWith(1, 2);
  }

  @Test
  void moreThanJavasMemoryHoldsIsRefusedWithItsSize() {
    assertThatThrownBy(() -> StagedBuffer.limited(1L << 31, "300000000 elements of a long[]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("300000000 elements of a long[] has 2,147,483,648 bytes");
    assertThatThrownBy(() -> StagedBuffer.scratch(new ThreadLocalBuffer(), pmpi, 1 << 30, 4))
        .hasMessageContaining("4 items has 4,294,967,296 bytes");
  }

  @Test
  void aBufferThatMpiDoesNotTakeIsRefusedBeforeItIsUsed() {
    assertThatThrownBy(() -> StagedBuffer.toReceive(pmpi, new Integer[2], false, 0, INT, 2))
        .isInstanceOf(ClassCastException.class)
        .hasMessageContaining("java.lang.Integer[]");
  }

  @Test
  void aCopyIsKnownSoThatItIsNotCopiedAgain() throws Exception {
    assertThat(StagedBuffer.toSend(pmpi, new int[] {1, 2}, false, 0, INT, 2).isCopy()).isTrue();
    assertThat(StagedBuffer.itself(new int[] {1, 2}, false, 0).isCopy()).isFalse();
  }

  @Test
  void theProgramsBufferIsWrittenByStoreOnly() throws Exception {
    int[] buffer = {1, 2, 3, 4};
    StagedBuffer staged = StagedBuffer.toReceive(pmpi, buffer, false, 4, INT, 2);
    staged.load();
    memory(staged).asIntBuffer().put(0, 9).put(1, 8);
    assertThat(buffer).containsExactly(1, 2, 3, 4);
    staged.store();
    assertThat(buffer).containsExactly(1, 9, 8, 4);
  }

  @Test
  void whatTheOperationFillsIsNotLoaded() throws Exception {
    int[] buffer = {1, 2, 3, 4};
    StagedBuffer staged = StagedBuffer.toReceive(pmpi, buffer, false, 0, INT, 4);
    memory(staged).asIntBuffer().put(0, 9);
    staged.loadUnlessFilled(pmpi, INT, true);
    assertThat(ints(staged)).startsWith(9);
    staged.loadUnlessFilled(pmpi, INT, false);
    assertThat(ints(staged)).startsWith(1, 2);
  }

  @Test
  void whatItLeavesBetweenItemsAndBehindThemIsLoaded() throws Exception {
    int[] buffer = {1, 2, 3, 4};
    long halfGaps = 8 + FakeMpi.GAPS;
    StagedBuffer withGaps = StagedBuffer.toReceive(pmpi, buffer, false, 0, halfGaps, 2);
    memory(withGaps).asIntBuffer().put(1, 9);
    withGaps.loadUnlessFilled(pmpi, halfGaps, true);
    assertThat(ints(withGaps)).startsWith(1, 2);
    StagedBuffer partOfAnElement = StagedBuffer.toReceive(pmpi, buffer, false, 0, 3, 1);
    memory(partOfAnElement).asIntBuffer().put(0, 9);
    partOfAnElement.loadUnlessFilled(pmpi, 3, true);
    assertThat(ints(partOfAnElement)).startsWith(1);
  }

  @Test
  void aDirectBufferIsTakenWhateverItsPositionAndLimit() throws Exception {
    DoubleBuffer buffer =
        ByteBuffer.allocateDirect(32).order(ByteOrder.nativeOrder()).asDoubleBuffer();
    buffer.put(0, 1.5).put(3, 4.5).position(1).limit(2);
    StagedBuffer staged = StagedBuffer.toReceive(pmpi, buffer, true, 0, DOUBLE, 4);
    staged.load();
    memory(staged).asDoubleBuffer().put(1, 2.5);
    staged.store();
    assertThat(buffer.duplicate().clear().get(3)).isEqualTo(4.5);
    assertThat(buffer.duplicate().clear().get(1)).isEqualTo(2.5);
    assertThat(buffer.position()).isEqualTo(1);
  }

  @Test
  void everyKindOfArrayGoesThereAndBack() throws Exception {
    Object[] arrays = {
      new byte[] {1, 2},
      new boolean[] {true, false},
      new short[] {1, 2},
      new char[] {'a', 'b'},
      new int[] {1, 2},
      new long[] {1, 2},
      new float[] {1, 2},
      new double[] {1, 2}
    };
    for (Object array : arrays) {
      Object before = copy(array);
      long extent = BufferElements.elementBytes(array);
      StagedBuffer staged = StagedBuffer.toReceive(pmpi, array, false, 0, extent, 2);
      staged.load();
      java.lang.reflect.Array.set(array, 0, java.lang.reflect.Array.get(array, 1));
      staged.store();
      assertThat(array).isEqualTo(before);
    }
  }

  private static Object copy(Object array) {
    int length = java.lang.reflect.Array.getLength(array);
    Object copy = java.lang.reflect.Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, copy, 0, length);
    return copy;
  }

  @Test
  void blocksAreClosedUp() throws Exception {
    int[] buffer = {0, 1, 2, 3, 4, 5};
    StagedBuffer staged = StagedBuffer.toSend(pmpi, buffer, false, 0, INT, 6);
    IntBuffer closedUp =
        staged
            .closedUp(ByteBuffer::allocateDirect, new int[] {0, 4}, new int[] {1, 2})
            .order(ByteOrder.nativeOrder())
            .asIntBuffer();
    assertThat(new int[] {closedUp.get(0), closedUp.get(1), closedUp.get(2)})
        .containsExactly(0, 4, 5);
  }

  @Test
  void clearedMeansZero() throws Exception {
    int[] buffer = {1, 2, 3};
    StagedBuffer.toReceive(pmpi, buffer, false, 4, INT, 1).clear();
    assertThat(buffer).containsExactly(1, 0, 3);
  }

  @Test
  void whatIsNoCountIsLeftToMpiToRefuse() throws Exception {
    int[] buffer = {1, 2, 3};
    StagedBuffer staged = StagedBuffer.toReceive(pmpi, buffer, false, 0, INT, -1);
    staged.load();
    staged.store();
    StagedBuffer beyond = StagedBuffer.toReceive(pmpi, buffer, false, 8, INT, 5);
    beyond.load();
    beyond.store();
    assertThat(buffer).containsExactly(1, 2, 3);
    assertThat(StagedBuffer.itemsOf(null, new int[] {1})).isZero();
    assertThat(StagedBuffer.itemsOf(new int[] {0, 7, 3}, new int[] {2, 0, 1})).isEqualTo(4);
  }

  @Test
  void withoutABufferNothingIsStaged() throws Exception {
    StagedBuffer staged = StagedBuffer.toReceive(pmpi, null, false, 0, INT, 2);
    staged.load();
    staged.store();
    assertThat(staged.buffer()).isNull();
  }

  private static ByteBuffer memory(StagedBuffer staged) {
    return (ByteBuffer) java.util.Objects.requireNonNull(staged.buffer());
  }

  private static int[] ints(StagedBuffer staged) {
    int[] values = new int[memory(staged).capacity() / Integer.BYTES];
    memory(staged).asIntBuffer().get(0, values);
    return Arrays.copyOf(values, 2);
  }

  @Test
  void aBlockWithoutItemsMayBeginBehindAllOthers() throws Exception {
    StagedBuffer sent = StagedBuffer.toSend(pmpi, new int[] {1, 2}, false, 0, INT, 2);
    ByteBuffer closedUp =
        sent.closedUp(ByteBuffer::allocateDirect, new int[] {0, 7}, new int[] {2, 0});
    assertThat(closedUp.order(ByteOrder.nativeOrder()).getLong(0)).isEqualTo((2L << 32) + 1);
  }
}
