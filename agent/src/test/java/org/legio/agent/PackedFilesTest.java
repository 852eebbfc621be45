package org.legio.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a rank packs is unpacked where the launcher reads it. */
class PackedFilesTest {
  @TempDir private Path folder;
  private Path packed;

  @BeforeEach
  void make() throws IOException {
    packed = Files.createFile(folder.resolve("packed"));
  }

  private void unpack() throws IOException {
    PackedFiles.unpack(Files.readAllBytes(packed), 7, folder);
  }

  @Test
  void allFilesAreUnpacked() throws IOException {
    PackedFiles.append(packed, RankFiles.PID, "123");
    PackedFiles.append(packed, RankFiles.FAULTS, "one\n");
    PackedFiles.append(packed, RankFiles.FAULTS, "two\n");
    PackedFiles.append(packed, RankFiles.CALLS, "ms 5\nbcast 1");
    unpack();
    assertThat(folder.resolve("7.pid")).hasContent("123");
    assertThat(folder.resolve("7.faults")).hasContent("one\ntwo\n");
    assertThat(folder.resolve("7.calls")).hasContent("ms 5\nbcast 1");
  }

  @Test
  void aLastOneThatIsCutOffIsLeftOut() throws IOException {
    PackedFiles.append(packed, RankFiles.PID, "123");
    long whole = Files.size(packed);
    PackedFiles.append(packed, RankFiles.ABORT, "why");
    byte[] all = Files.readAllBytes(packed);
    for (int length = (int) whole; length < all.length; length++) {
      PackedFiles.unpack(Arrays.copyOf(all, length), 7, folder);
      assertThat(folder.resolve("7.abort")).as("of %d bytes", length).doesNotExist();
    }
    assertThat(folder.resolve("7.pid")).hasContent("123");
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    PackedFiles.append(packed, "/../../other", "text");
    assertThatThrownBy(this::unpack)
        .isInstanceOf(IOException.class)
        .hasMessage("rank 7 has left a file with the ending /../../other");
  }
}
