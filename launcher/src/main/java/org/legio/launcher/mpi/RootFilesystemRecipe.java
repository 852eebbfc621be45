package org.legio.launcher.mpi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.Programs;
import org.legio.launcher.machine.ProgressLine;
import org.legio.launcher.machine.StepLimit;

/**
 * Makes a Debian root filesystem with Open MPI and a JDK in it.
 *
 * <p>mmdebstrap writes it as a tar stream, which is unpacked as the user's own files. That works
 * for root and for ordinary users.
 */
final class RootFilesystemRecipe {
  /** Debian's release. */
  static final String SUITE = "trixie";

  private static final String PACKAGES = "openmpi-bin,libopenmpi-dev,default-jdk-headless";
  private static final List<String> LEFT_OUT =
      List.of(
          "/usr/share/doc/*", "/usr/share/man/*.gz", "/usr/share/locale/*", "/usr/share/info/*");

  private final ProgressLine progress;
  private final Path log;
  private final StepLimit limit;
  private final long start = System.nanoTime();
  private String firstError = "";

  /**
   * Makes a recipe for one use.
   *
   * @param log the file for the output of all tools
   * @param limit the limit of mmdebstrap, which takes most of the time
   */
  RootFilesystemRecipe(ProgressLine progress, Path log, StepLimit limit) {
    this.progress = progress;
    this.log = log;
    this.limit = limit;
  }

  /**
   * Follows the recipe.
   *
   * @param mirror address of a Debian archive
   * @param folder to make; must not exist
   * @throws CannotRunException when a tool failed
   */
  void make(String mirror, Path folder) throws IOException {
    Files.createDirectory(folder);
    Files.writeString(log, "");
    ProcessBuilder mmdebstrap =
        new ProcessBuilder(mmdebstrap(mirror)).redirectInput(Programs.NOTHING);
    mmdebstrap.environment().put("TMPDIR", "/var/tmp");
    ProcessBuilder tar =
        new ProcessBuilder(
                "tar", "-x", "--no-same-owner", "--exclude=./dev/*", "-C", folder.toString())
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    List<Process> pipeline = ProcessBuilder.startPipeline(List.of(mmdebstrap, tar));
    follow(pipeline.get(0));
    requireSuccess("mmdebstrap", pipeline.get(0), firstError);
    requireSuccess("tar", pipeline.get(1), "");
  }

  private List<String> mmdebstrap(String mirror) {
    List<String> command = new ArrayList<>(LaunchedJob.TIED_TO_PARENT);
    command.addAll(
        limit.applied(
            List.of("mmdebstrap", "--variant=minbase", "--format=tar", "--include=" + PACKAGES)));
    LEFT_OUT.forEach(path -> command.add("--dpkgopt=path-exclude=" + path));
    command.addAll(List.of(SUITE, "-", mirror));
    return command;
  }

  private void follow(Process process) throws IOException {
    try (BufferedReader messages = process.errorReader(StandardCharsets.UTF_8);
        PrintWriter logged =
            new PrintWriter(Files.newBufferedWriter(log, StandardOpenOption.APPEND))) {
      for (String line = messages.readLine(); line != null; line = messages.readLine()) {
        logged.println(line);
        logged.flush();
        tell(line);
      }
    }
  }

  private void tell(String line) {
    if (line.startsWith("I: ")) {
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
      progress.say(String.format("  %3d s  %s", seconds, line.substring(3)));
    } else if (line.startsWith("E: ") && firstError.isEmpty()) {
      firstError = line.substring(3);
    }
  }

  private void requireSuccess(String name, Process process, String reason) {
    try {
      int status = process.waitFor();
      if (limit.hasEnded(status)) {
        throw new CannotRunException(
            "Open MPI could not be prepared: "
                + limit.exceeded(name)
                + "; its messages are in "
                + log);
      }
      if (status != 0) {
        throw new CannotRunException(
            "Open MPI could not be prepared: "
                + name
                + " ended with exit status "
                + status
                + (reason.isEmpty() ? "" : " (" + reason + ")")
                + "; its messages are in "
                + log
                + "; check the network, the free space and apt's sources, then try again");
      }
    } catch (InterruptedException e) {
      throw Programs.interrupted(List.of(name), e);
    }
  }
}
