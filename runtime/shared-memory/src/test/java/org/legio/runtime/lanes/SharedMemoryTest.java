package org.legio.runtime.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SharedMemoryTest {
  private static final int BYTES = 100_000;

  @TempDir private Path folder;

  private long filesLeft() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  @Test
  void theMemoryOutlivesItsName() throws Exception {
    SegmentName name = SegmentName.random(folder);
    try (SharedMemory shared = SharedMemory.create(name, 2, BYTES)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(name.path())))
          .isEqualTo("rw-------");
      assertThat(shared.memory().capacity()).isEqualTo(BYTES);
      shared.memory().putLong(8, 42);
      shared.unlink();
      shared.unlink();
      assertThat(filesLeft()).isZero();
      assertThat(shared.memory().getLong(8)).isEqualTo(42);
    }
  }

  @Test
  void theWholeFileIsAllocated() throws Exception {
    SegmentName name = SegmentName.random(SegmentName.SHARED_MEMORY_FOLDER);
    try (SharedMemory shared = SharedMemory.create(name, 2, BYTES)) {
      Process stat = new ProcessBuilder("stat", "-c", "%b", name.path().toString()).start();
      String blocks = stat.inputReader().readLine();
      shared.unlink();
      assertThat(Long.parseLong(blocks) * 512).isGreaterThanOrEqualTo(BYTES);
    }
  }

  @Test
  void aFileIsMadeOnlyOnce() throws Exception {
    SegmentName name = SegmentName.random(folder);
    Files.writeString(name.path(), "somebody's");
    assertThatThrownBy(() -> SharedMemory.create(name, 2, BYTES))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(name.path().toString())
        .hasMessageContaining("take a new name");
    assertThat(Files.readString(name.path())).isEqualTo("somebody's");
  }

  @Test
  void aFileIsOpenedOnlyOnceInAProcess() throws Exception {
    SegmentName name = SegmentName.random(folder);
    try (SharedMemory shared = SharedMemory.create(name, 2, BYTES)) {
      assertThatThrownBy(() -> SharedMemory.open(name, 2, BYTES))
          .hasMessageContaining("open in this process already");
      shared.unlink();
    }
  }

  @Test
  void whatIsNotTheUsersAloneIsNotOpened() throws Exception {
    SegmentName name = SegmentName.random(folder);
    SharedMemory.create(name, 2, BYTES).close();
    Files.setPosixFilePermissions(name.path(), PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(() -> SharedMemory.open(name, 2, BYTES))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("rw-r-----");
    Files.setPosixFilePermissions(name.path(), PosixFilePermissions.fromString("rw-------"));
    Path target = folder.resolve("target");
    Files.move(name.path(), target);
    Files.createSymbolicLink(name.path(), target);
    assertThatThrownBy(() -> SharedMemory.open(name, 2, BYTES)).isInstanceOf(IOException.class);
  }

  @Test
  void whatAnotherUserMadeIsNotOpened() throws Exception {
    assumeTrue(SegmentName.ownUserId() == 0, "only root can give a file away");
    SegmentName name = SegmentName.random(folder);
    SharedMemory.create(name, 2, BYTES).close();
    Files.setAttribute(name.path(), "unix:uid", 12_345);
    assertThatThrownBy(() -> SharedMemory.open(name, 2, BYTES))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("12345");
    assertThat(StaleFiles.sweep(folder)).as("a sweep leaves it too").isEmpty();
  }

  @Test
  void whatIsNotExpectedIsNotOpened() throws Exception {
    SegmentName name = SegmentName.random(folder);
    SharedMemory.create(name, 2, BYTES).close();
    assertThatThrownBy(() -> SharedMemory.open(name, 3, BYTES))
        .hasMessageContaining("members: found 2")
        .hasMessageContaining("expected 3");
    assertThatThrownBy(() -> SharedMemory.open(name, 2, BYTES + 1))
        .hasMessageContaining("bytes of the file");
    SegmentName other = SegmentName.random(folder);
    Files.copy(name.path(), other.path());
    assertThatThrownBy(() -> SharedMemory.open(other, 2, BYTES))
        .hasMessageContaining("random number");
    try (FileChannel file = FileChannel.open(name.path(), StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(8), 0);
    }
    assertThatThrownBy(() -> SharedMemory.open(name, 2, BYTES))
        .hasMessageContaining("magic and version")
        .hasMessageContaining("the maker was not ready");
  }

  @Test
  void aFullFolderIsAnErrorAndLeavesNoFile() throws Exception {
    assumeTrue(
        SegmentName.ownUserId() == 0
            && run("mount", "-t", "tmpfs", "-o", "size=1m", "none", folder),
        "only root can mount a small folder to fill");
    try {
      assertThatThrownBy(() -> SharedMemory.create(SegmentName.random(folder), 2, 2_000_000))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(folder.toString())
          .hasMessageContaining("2004096 bytes are wanted")
          .hasMessageContaining("shm-size");
      assertThat(filesLeft()).isZero();
      SharedMemory.create(SegmentName.random(folder), 2, 500_000).close();
    } finally {
      assertThat(run("umount", "-l", folder)).isTrue();
    }
  }

  private static boolean run(Object... command) throws Exception {
    String[] words = Stream.of(command).map(Object::toString).toArray(String[]::new);
    return new ProcessBuilder(words).inheritIO().start().waitFor() == 0;
  }

  @Test
  void aSweepRemovesWhatTheDeadHaveLeftAndNothingElse() throws Exception {
    SegmentName own = SegmentName.random(folder);
    Files.writeString(folder.resolve("legio-notes.txt"), "not a segment");
    try (SharedMemory shared = SharedMemory.create(own, 2, BYTES);
        Children live = Children.startMaker(folder);
        Children dead = Children.startMaker(folder)) {
      assertThat(StaleFiles.sweep(folder)).as("all live").isEmpty();
      dead.end(0);
      assertThat(StaleFiles.sweep(folder)).containsExactly(dead.file());
      assertThat(live.file()).exists();
      assertThat(own.path()).exists();
      assertThat(filesLeft()).isEqualTo(3);
      shared.unlink();
    }
  }

  @Test
  void aFileThatIsSweptBeforeItIsLockedIsMadeAgain() throws Exception {
    SegmentName name = SegmentName.random(folder);
    AtomicInteger created = new AtomicInteger();
    SegmentMaker maker =
        new SegmentMaker(name, 2, BYTES) {
          @Override
          FileChannel create() throws IOException {
            FileChannel channel = super.create();
            if (created.incrementAndGet() == 1) {
              Files.delete(name.path());
            }
            return channel;
          }
        };
    try (SharedMemory shared = maker.make()) {
      assertThat(created).hasValue(2);
      assertThat(name.path()).hasSize(SharedMemory.HEADER_BYTES + BYTES);
      shared.unlink();
    }
  }

  /** A sweep that finds a file between its creation and its lock: the maker makes it again. */
  @Test
  void makersAndSweepsDoNotDisturbEachOther() throws Exception {
    try (Children sweeper = Children.startSweeper(folder)) {
      for (int i = 0; i < 300; i++) {
        SegmentName name = SegmentName.random(folder);
        try (SharedMemory shared = SharedMemory.create(name, 2, 64)) {
          assertThat(name.path()).as("file %d", i).exists();
          shared.unlink();
        }
      }
      sweeper.tell(0);
      System.out.println("SharedMemoryTest: " + sweeper.expect(0, "swept"));
    }
    assertThat(filesLeft()).isZero();
  }

  @Test
  void namesAreReadAsTheyAreWritten() {
    SegmentName name = SegmentName.random(folder);
    assertThat(SegmentName.of(name.path())).isEqualTo(name);
    assertThat(name.random()).isNotEqualTo(SegmentName.random(folder).random());
    assertThatThrownBy(() -> SegmentName.of(Path.of("/dev/shm/other.board")))
        .hasMessageContaining("legio-USER-RANDOM.board");
    assertThatThrownBy(() -> new SegmentName(folder, 0, "../../x")).hasMessageContaining("../../x");
  }
}
