package org.legio.ulfm.openmpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.legio.ulfm.openmpi.RankRecord.Stage;

/** What ranks of a node write for each other, and how they see that a process has ended. */
class RankRecordTest {
  private static final LocalProcess OWN = LocalProcess.of(ProcessHandle.current().pid());

  @TempDir Path folder;

  @Test
  void isReadAsItWasWritten() throws IOException {
    RankRecord written = new RankRecord(7, Stage.STARTED, -1, OWN, OWN, "pid:[1]");
    written.write(folder);
    assertThat(RankRecord.read(folder, 7)).contains(written);
    RankRecord later = written.at(Stage.INITIALIZING, 3);
    later.write(folder);
    assertThat(RankRecord.read(folder, 7)).contains(later);
    assertThat(RankRecord.ranksIn(folder)).containsExactly(7);
  }

  @Test
  void whoHasNotRegisteredHasNone() throws IOException {
    Files.writeString(folder.resolve("legio-rank-2.new"), "half");
    assertThat(RankRecord.read(folder, 2)).isEmpty();
    assertThat(RankRecord.ranksIn(folder)).isEmpty();
  }

  @Test
  void aProcessHasEndedAlsoWhenItsIdIsAnothers() throws Exception {
    Process process = new ProcessBuilder("sleep", "600").start();
    LocalProcess living = LocalProcess.of(process.pid());
    try {
      assertThat(living.hasEnded()).isFalse();
      assertThat(new LocalProcess(living.pid(), living.startTicks() - 1).hasEnded()).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(living.hasEnded()).isTrue();
  }

  @Test
  void onlyWhoHasNotComeThroughInitIsMissed() throws Exception {
    LocalProcess gone = new LocalProcess(OWN.pid(), OWN.startTicks() - 1);
    RankRecord record = new RankRecord(0, Stage.INITIALIZING, -1, gone, gone, "pid:[1]");
    assertThat(record.endedBeforeMpi()).isTrue();
    assertThat(record.at(Stage.RUNNING, -1).endedBeforeMpi()).isFalse();
    RankRecord wrapped = new RankRecord(0, Stage.STARTED, -1, gone, OWN, "pid:[1]");
    assertThat(wrapped.endedBeforeMpi()).as("a wrapper may start another JVM").isFalse();
  }
}
