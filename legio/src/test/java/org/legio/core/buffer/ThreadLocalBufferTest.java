package org.legio.core.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ThreadLocalBufferTest {
  private static final byte MARK = 42;

  private final ThreadLocalBuffer memory = new ThreadLocalBuffer();

  private ByteBuffer marked(int bytes) {
    return memory.apply(bytes).put(bytes - 1, MARK);
  }

  private boolean isKept(int bytes) {
    marked(bytes);
    return memory.apply(bytes).get(bytes - 1) == MARK;
  }

  @Test
  void isAsLargeAsAskedFor() {
    assertThat(memory.apply(8).capacity()).isEqualTo(8);
    assertThat(memory.apply(3).capacity()).isEqualTo(3);
    assertThat(memory.apply(5000).capacity()).isEqualTo(5000);
    assertThat(memory.apply(0).capacity()).isZero();
    assertThat(memory.apply(8).isDirect()).isTrue();
  }

  @Test
  void isTheSameFromCallToCall() {
    assertThat(isKept(100)).isTrue();
    assertThat(memory.apply(200).get(99)).as("larger, so it is new").isZero();
    marked(200);
    memory.apply(50);
    assertThat(memory.apply(200).get(199)).as("after less was needed").isEqualTo(MARK);
  }

  @Test
  void isGivenBackAboveItsBound() {
    assertThat(isKept(ThreadLocalBuffer.MAX_BYTES)).isTrue();
    assertThat(isKept(ThreadLocalBuffer.MAX_BYTES + 1)).isFalse();
    assertThat(memory.apply(ThreadLocalBuffer.MAX_BYTES).get(ThreadLocalBuffer.MAX_BYTES - 1))
        .as("what was kept before")
        .isEqualTo(MARK);
  }

  @Test
  void isEachThreadsOwn() {
    marked(100);
    assertThat(CompletableFuture.supplyAsync(() -> memory.apply(100).get(99)).join()).isZero();
    assertThat(memory.apply(100).get(99)).isEqualTo(MARK);
  }
}
