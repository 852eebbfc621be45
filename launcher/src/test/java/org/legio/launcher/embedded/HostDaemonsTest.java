package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.legio.runtime.lanes.SharedFolder;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class HostDaemonsTest {
  private final RecordedReports reports = new RecordedReports();

  @Test
  void aDaemonsMemoryIsWhereThatOfItsRanksIs(@TempDir Path folder) throws Exception {
    StartOptions options =
        StartOptions.parse(
            List.of("-n", "1", "--host", "127.0.0.1", "--launch-agent", "env -u", "true"),
            Map.of());
    HostDaemons daemons =
        new HostDaemons(
            options,
            options.hosts().orElseThrow(),
            0,
            Map.of(SharedFolder.VARIABLE, folder.toString()),
            reports.listener());
    daemons.startFirst();
    reports.await("ready");
    long daemon = ProcessHandle.current().children().findFirst().orElseThrow().pid();
    assertThat(Files.readString(Path.of("/proc", Long.toString(daemon), "maps")))
        .contains(folder.toString());
    daemons.end(host -> true);
  }
}
