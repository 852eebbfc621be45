package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.legio.bench.samples.Sample;
import org.legio.bench.samples.SampleFile;

/**
 * The benchmark suite on a machine that has other things to do. In long runs: it takes all cores.
 */
@Isolated("it keeps all cores busy")
@InLongRuns
class BusyBenchIT {
  @TempDir private Path folder;

  @Test
  void whatABusyMachineHasDisturbedIsMarked() throws Exception {
    int perProcessor = 2;
    List<Process> loops = new ArrayList<>();
    String output;
    try {
      for (int i = 0; i < perProcessor * Runtime.getRuntime().availableProcessors(); i++) {
        loops.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
      }
      output = new BenchRun(folder).run("--tiny", "--part", "sizes", "--out", "busy");
    } finally {
      loops.forEach(Process::destroyForcibly);
      for (Process loop : loops) {
        loop.waitFor();
      }
    }
    assertThat(SampleFile.read(folder.resolve("busy/samples.csv")))
        .filteredOn(Sample::isDisturbed)
        .isNotEmpty();
    assertThat(folder.resolve("busy/cells.csv")).content().contains(",false\n");
    assertThat(folder.resolve("busy/report.html"))
        .content()
        .contains(
            "This machine was busy",
            "cannot be relied on",
            "<td class=\"number\">~",
            ", ~×",
            "unreliable")
        .doesNotContain("All runs went well");
    assertThat(output).contains("legio: This machine was busy");
  }
}
