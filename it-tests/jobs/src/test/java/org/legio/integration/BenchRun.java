package org.legio.integration;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Runs {@code bin/legio bench} in a folder. */
final class BenchRun {
  private static final int DEADLINE_SECONDS = 240;

  private final JobProcesses processes = new JobProcesses(UUID.randomUUID().toString());
  private final Path folder;

  BenchRun(Path folder) {
    this.folder = folder;
  }

  /** Runs it to its end, which must be a good one; returns what it has said. */
  String run(String... arguments) throws IOException, InterruptedException {
    List<String> launcher = RealMpi.javaCommand();
    Preparation.once(launcher);
    List<String> command = new ArrayList<>(launcher);
    command.add("bench");
    command.addAll(List.of(arguments));
    Path output = folder.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    builder.redirectInput(new File("/dev/null"));
    processes.mark(builder.environment());
    Process process = builder.start();
    try {
      assertThat(process.waitFor(DEADLINE_SECONDS, SECONDS)).as("is over in time").isTrue();
      assertThat(process.exitValue()).as(Files.readString(output)).isZero();
      assertThat(processes.descriptions()).as("left behind").isEmpty();
      return Files.readString(output);
    } finally {
      processes.kill();
    }
  }
}
