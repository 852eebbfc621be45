package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.legio.runtime.lanes.OwnProcess;
import org.legio.runtime.lanes.SegmentName;

@Timeout(30)
class CheckpointFilesTest {
  /** Larger than Linux lets any process id be. */
  private static final long NOBODY = 999_999_999;

  @TempDir private Path folder;

  private Path make(long launcher) throws IOException {
    return Files.createFile(CheckpointFiles.of(SegmentName.random(folder), launcher).of(7));
  }

  /** The same file, made on a host of another name. */
  private static Path onAnotherHost(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    String own = "-" + OwnProcess.idSpace() + "-";
    assertThat(name).contains(own);
    return Files.move(file, file.resolveSibling(name.replace(own, "-abc-")));
  }

  @Test
  void removesThoseOfDeadLaunchers() throws IOException {
    Path file = make(NOBODY);
    Path unfinished = Files.createFile(CheckpointFiles.unfinished(file));
    CheckpointFiles.sweep(folder);
    assertThat(file).doesNotExist();
    assertThat(unfinished).doesNotExist();
  }

  @Test
  void keepsThoseOfLivingLaunchers() throws IOException {
    Path file = make(OwnProcess.id());
    CheckpointFiles.sweep(folder);
    assertThat(file).exists();
  }

  /** Launchers of other hosts cannot be seen here. */
  @Test
  void keepsThoseOfOtherHosts() throws IOException {
    Path file = onAnotherHost(make(NOBODY));
    CheckpointFiles.sweep(folder);
    assertThat(file).exists();
  }
}
