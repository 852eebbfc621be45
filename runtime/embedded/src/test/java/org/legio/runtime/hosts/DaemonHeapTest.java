package org.legio.runtime.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(180)
class DaemonHeapTest {
  private static final long DEADLINE_S = 120;

  @TempDir private Path folder;

  @Test
  void isSmallForFewHosts() {
    assertThat(DaemonHeap.megabytes(SizedDaemon.map(2, 2), 4, false)).isBetween(64, 80);
  }

  @Test
  void isKnownForTheLargestJobs() {
    assertThat(DaemonHeap.megabytes(SizedDaemon.map(47, 128), 47 * 128, false))
        .isBetween(512, 4096);
    assertThat(DaemonHeap.megabytes(SizedDaemon.map(2536, 8), 2536 * 8, false)).isPositive();
    assertThat(DaemonHeap.megabytes(SizedDaemon.map(16, 32), 512, true)).isBetween(512, 4096);
  }

  /** With 64 MB none of these daemons begins. */
  @ParameterizedTest
  @CsvSource({"64, 1, false", "12, 128, false", "4, 96, true"})
  void isEnough(int hosts, int ranksOfHost, boolean isRestarted) throws Exception {
    int heapMb =
        DaemonHeap.megabytes(SizedDaemon.map(hosts, ranksOfHost), hosts * ranksOfHost, isRestarted);
    Path output = folder.resolve("output");
    Process daemon =
        new ProcessBuilder(
                List.of(
                    System.getProperty("java.home") + "/bin/java",
                    "-XX:+UseSerialGC",
                    "-Xmx" + heapMb + "m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    SizedDaemon.class.getName(),
                    Files.createFile(folder.resolve("memory")).toString(),
                    Integer.toString(hosts),
                    Integer.toString(ranksOfHost),
                    Boolean.toString(isRestarted)))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(daemon.waitFor(DEADLINE_S, TimeUnit.SECONDS)).as("ended").isTrue();
      assertThat(daemon.exitValue()).as("%d MB: %s", heapMb, Files.readString(output)).isZero();
    } finally {
      daemon.destroyForcibly();
    }
  }
}
