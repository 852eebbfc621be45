package org.legio.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a shared pointer is, and that a move which is made again is made once. */
class HiddenFileTest {
  private static final long NEVER_TOGETHER = 0;
  private static final long SETTLED = 100;

  @TempDir private Path folder;
  private FileChannel channel;
  private HiddenFile file;

  @BeforeEach
  void open() throws IOException {
    channel =
        FileChannel.open(
            folder.resolve("hidden"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    file = new HiddenFile(channel);
  }

  @AfterEach
  void close() throws IOException {
    channel.close();
  }

  private long move(int member, long number, long bytes) throws IOException {
    return file.move(member, number, bytes, NEVER_TOGETHER, SETTLED);
  }

  private long position() throws IOException {
    return file.position(NEVER_TOGETHER, SETTLED);
  }

  @Test
  void membersMoveItBehindEachOther() throws IOException {
    assertThat(position()).isEqualTo(SETTLED);
    assertThat(move(0, 1, 10)).isEqualTo(100);
    assertThat(move(2, 1, 5)).isEqualTo(110);
    assertThat(move(0, 2, 1)).isEqualTo(115);
    assertThat(position()).isEqualTo(116);
  }

  @Test
  void theLastMoveIsMadeOnce() throws IOException {
    move(0, 1, 10);
    assertThat(move(1, 7, 5)).isEqualTo(110);
    assertThat(move(1, 7, 5)).isEqualTo(110);
    assertThat(position()).isEqualTo(115);
  }

  @Test
  void aMoveIsMadeOnceThoughOthersHaveMovedItSince() throws IOException {
    assertThat(move(1, 7, 5)).isEqualTo(100);
    move(0, 7, 10);
    move(2, 7, 10);
    move(0, 8, 10);
    assertThat(move(1, 7, 5)).isEqualTo(100);
    assertThat(position()).isEqualTo(135);
    assertThat(move(1, 8, 5)).isEqualTo(135);
  }

  @Test
  void whatIsOlderThanAMoveOfAllIsOutOfDate() throws IOException {
    move(0, 1, 10);
    assertThat(file.position(1, 40)).isEqualTo(40);
    assertThat(file.move(1, 1, 2, 1, 40)).isEqualTo(40);
    assertThat(file.position(1, 40)).isEqualTo(42);
  }
}
