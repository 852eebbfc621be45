package org.legio.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.legio.runreport.RunPage;
import org.legio.runreport.RunRecord;

/**
 * Writes the page about a run. It is made from a report in JSON beside it, which a rank writes.
 *
 * @param page the absolute path of the page
 */
record RunReport(Path page) {
  private static final String NO_REPORT =
      """
      mpirun has ended with exit status %d, and there is no file %s.
      The lowest living rank writes it in MPI.Finalize, and none has come so far: mpirun was killed, \
      the job was aborted or ended by itself before, or all ranks have died.
      The job's standard error says more. If the job ran on several hosts, they must share that folder.""";

  /**
   * Prepares a page after a check that it can be written.
   *
   * @throws IllegalArgumentException with a one-line message, if it cannot be written
   */
  static RunReport at(Path page) {
    Path folder = page.getParent();
    if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new IllegalArgumentException(
          "--report " + page + ": " + folder + " is not a folder that can be written to");
    }
    if (page.toString().contains(",")) {
      throw new IllegalArgumentException(
          "--report " + page + ": the agent's arguments are separated by commas; name it without");
    }
    if (page.toString().endsWith(".json") || Files.isDirectory(page)) {
      throw new IllegalArgumentException(
          "--report " + page + " is to be a page; name it for instance run.html");
    }
    return new RunReport(page);
  }

  /** The file that the rank writes. */
  Path json() {
    return beside(page, ".json");
  }

  /** The file beside another that has the same name but for its ending. */
  static Path beside(Path file, String ending) {
    return file.resolveSibling(
        String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", "") + ending);
  }

  /** The file by which the job's launcher tells how ranks have survived. */
  Path survival() {
    return json().resolveSibling(json().getFileName() + ".survival");
  }

  /** Removes the files of an earlier run. */
  void removeOld() {
    try {
      Files.deleteIfExists(json());
      Files.deleteIfExists(survival());
    } catch (IOException e) {
      throw new CannotRunException(
          "the report of an earlier run, " + json() + ", cannot be removed (" + e + ")", e);
    }
  }

  /**
   * Writes the page about a job that has ended.
   *
   * @param launch what the launcher knows of it
   */
  void write(RunLaunch launch) {
    String why = NO_REPORT.formatted(launch.status(), json());
    Optional<RunRecord> run = Optional.empty();
    try {
      if (Files.exists(json())) {
        run = Optional.of(completed(launch).record());
      }
    } catch (IOException e) {
      why = json() + " cannot be read: " + e.getMessage();
    }
    write(
        page(launch, run, why),
        Files.exists(json()) ? "the data is in " + json() : "nor has the job written " + json());
  }

  /** A rank knows of other ranks' replicas what was so when it ended; the launcher knows all. */
  private RunData completed(RunLaunch launch) throws IOException {
    RunData data = RunData.read(json());
    if (Files.exists(survival())) {
      data.add(RunData.read(survival()));
      Files.delete(survival());
    }
    data.add(launch);
    data.write(json());
    return data;
  }

  /**
   * Writes the page about a job of an earlier time.
   *
   * @param from the file beside the page of that time
   */
  void writeAgain(Path from) {
    try {
      RunData data = RunData.read(from);
      RunLaunch launch =
          data.launch()
              .orElseThrow(
                  () ->
                      new IOException(
                          "it lacks what the launcher adds; name a file that 'run --report' has"
                              + " completed"));
      write(page(launch, Optional.of(data.record()), ""), "name another one with -o");
    } catch (NoSuchFileException e) {
      throw new CannotRunException(from + ": there is no such file; see 'run --report'", e);
    } catch (IOException e) {
      throw new CannotRunException("no page can be made of " + from + ": " + e.getMessage(), e);
    }
  }

  private static RunPage page(RunLaunch launch, Optional<RunRecord> run, String withoutReport) {
    return new RunPage(launch.program(), launch.status(), launch.seconds(), run, withoutReport);
  }

  private void write(RunPage made, String remedy) {
    try {
      Files.writeString(page, made.html());
    } catch (IOException e) {
      throw new CannotRunException(
          "the page " + page + " cannot be written (" + e + "); " + remedy, e);
    }
  }
}
