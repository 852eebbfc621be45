package org.legio.runtime.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members of one JVM; those that are processes are in {@link ProcessesTest}. */
@Timeout(30)
class ProcessLocksTest {
  @TempDir private Path folder;

  private FileChannel open() throws Exception {
    return FileChannel.open(
        folder.resolve("locks"),
        StandardOpenOption.CREATE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  @Test
  void membersOfOneJvmLive() throws Exception {
    try (FileChannel channel = open();
        ProcessLocks first = ProcessLocks.on(channel, 1, 3, 0);
        ProcessLocks second = ProcessLocks.on(channel, 1, 3, 1)) {
      assertThat(first.isGone(0)).isFalse();
      assertThat(first.isGone(1)).isFalse();
      assertThat(second.isGone(0)).isFalse();
    }
  }

  @Test
  void whoGivesItsByteUpIsGoneForEver() throws Exception {
    try (FileChannel channel = open();
        ProcessLocks first = ProcessLocks.on(channel, 1, 2, 0)) {
      ProcessLocks.on(channel, 1, 2, 1).close();
      assertThat(first.isGone(1)).isTrue();
      try (ProcessLocks again = ProcessLocks.on(channel, 1, 2, 1)) {
        assertThat(again.isGone(0)).isFalse();
        assertThat(first.isGone(1)).as("remembered").isTrue();
      }
    }
  }

  @Test
  void aByteHasOneHolder() throws Exception {
    try (FileChannel channel = open();
        ProcessLocks first = ProcessLocks.on(channel, 1, 2, 0)) {
      assertThatThrownBy(() -> ProcessLocks.on(channel, 1, 2, 0))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("byte 1");
      assertThat(first.isGone(0)).isFalse();
    }
    try (FileChannel channel = open()) {
      assertThatThrownBy(() -> ProcessLocks.on(channel, 1, 2, 2))
          .hasMessageContaining("member 2 of 2");
    }
  }

  @Test
  void anInterruptDoesNotGiveUpTheLocks() throws Exception {
    try (FileChannel channel = open()) {
      Thread.currentThread().interrupt();
      try (ProcessLocks first = ProcessLocks.on(channel, 1, 2, 0);
          ProcessLocks second = ProcessLocks.on(channel, 1, 2, 1)) {
        assertThat(first.isGone(1)).isFalse();
        assertThat(second.isGone(0)).isFalse();
        assertThat(channel.isOpen()).isTrue();
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
    }
  }

  @Test
  void whoCannotBeSeenIsNotTakenForGone() throws Exception {
    FileChannel channel = open();
    ProcessLocks first = ProcessLocks.on(channel, 1, 2, 0);
    channel.close();
    assertThatThrownBy(() -> first.isGone(1))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("member 1 cannot be seen");
  }
}
