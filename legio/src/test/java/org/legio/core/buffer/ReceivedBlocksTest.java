package org.legio.core.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import org.junit.jupiter.api.Test;
import org.legio.core.FakeMpi;
import org.legio.core.collective.Gathering;
import org.legio.core.ranks.RankTranslation;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;

/** Four ranks with blocks of two numbers; this is rank 1. */
class ReceivedBlocksTest {
  private static final long INT = 4;
  private static final int SPOILT = 99;
  private static final RankTranslation ALL =
      RankTranslation.of(new int[] {0, 1, 2, 3}, new int[] {0, 1, 2, 3});
  private static final RankTranslation WITHOUT_2 =
      RankTranslation.of(new int[] {0, 1, 2, 3}, new int[] {0, 1, 3});

  private final Pmpi pmpi = FakeMpi.ofSize(4).pmpi();

  /** One number, then the blocks. */
  private final IntBuffer buffer =
      ByteBuffer.allocateDirect(9 * Integer.BYTES).order(ByteOrder.nativeOrder()).asIntBuffer();

  ReceivedBlocksTest() {
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, i);
    }
  }

  private ReceivedBlocks blocks(boolean isInput) throws Exception {
    MessageData data = new MessageData().at(buffer, true, Integer.BYTES).items(2, INT);
    return new ReceivedBlocks.Maker(pmpi, 4, 1).of(data, isInput);
  }

  private void spoil() {
    for (int i = 1; i < buffer.capacity(); i++) {
      buffer.put(i, SPOILT);
    }
  }

  private int[] numbers() {
    return Gathering.ints(buffer, buffer.capacity());
  }

  @Test
  void aDirectBufferIsReceivedIntoItself() throws Exception {
    ReceivedBlocks blocks = blocks(false);
    assertThat(blocks.buffer()).isSameAs(buffer);
    assertThat(blocks.isDirect()).isTrue();
    assertThat(blocks.offset()).isEqualTo(Integer.BYTES);
    blocks.prepare(ALL, true);
    spoil();
    blocks.end(true);
    assertThat(numbers()).containsExactly(0, 99, 99, 99, 99, 99, 99, 99, 99);
  }

  @Test
  void whatAFailedAttemptSpoiltIsMended() throws Exception {
    ReceivedBlocks blocks = blocks(false);
    blocks.prepare(ALL, true);
    spoil();
    blocks.prepare(WITHOUT_2, true);
    assertThat(numbers()).containsExactly(0, 1, 2, 99, 99, 5, 6, 7, 8);
    spoil();
    blocks.end(false);
    assertThat(numbers()).containsExactly(0, 1, 2, 99, 99, 5, 6, 7, 8);
  }

  @Test
  void withoutAnAttemptNothingChanges() throws Exception {
    blocks(false).end(false);
    assertThat(numbers()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void whatIsInputAsWellIsReceivedIntoACopy() throws Exception {
    ReceivedBlocks blocks = blocks(true);
    blocks.prepare(ALL, false);
    IntBuffer copy = ((ByteBuffer) blocks.buffer()).order(ByteOrder.nativeOrder()).asIntBuffer();
    assertThat(copy.get(0)).isEqualTo(1);
    copy.put(0, SPOILT);
    blocks.end(false);
    assertThat(numbers()).startsWith(0, 1, 2);
    blocks.end(true);
    assertThat(numbers()).startsWith(0, SPOILT, 2);
  }

  @Test
  void arraysAreReceivedIntoACopy() throws Exception {
    int[] array = new int[8];
    ReceivedBlocks blocks =
        new ReceivedBlocks.Maker(pmpi, 4, 1)
            .of(new MessageData().at(array, false).items(2, INT), false);
    blocks.prepare(ALL, true);
    ((ByteBuffer) blocks.buffer()).order(ByteOrder.nativeOrder()).putInt(0, 7).putInt(4, 8);
    assertThat(array).containsOnly(0);
    blocks.end(true);
    assertThat(array).startsWith(7, 8);
  }

  @Test
  void whatIsInPlaceIsLeftAlone() throws Exception {
    ReceivedBlocks blocks =
        new ReceivedBlocks.Maker(pmpi, 4, 1)
            .untouched(new MessageData().at(buffer).items(2, MpiConstants.IN_PLACE));
    blocks.prepare(ALL, false);
    blocks.end(true);
    assertThat(blocks.buffer()).isSameAs(buffer);
    assertThat(numbers()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
  }
}
