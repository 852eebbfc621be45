package org.legio.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
    return page.resolveSibling(
        page.getFileName().toString().replaceFirst("\\.[^.]*$", "") + ".json");
  }

  /** Removes the files of an earlier run. */
  void removeOld() {
    try {
      Files.deleteIfExists(json());
    } catch (IOException e) {
      throw new CannotRunException(
          "the report of an earlier run, " + json() + ", cannot be removed (" + e + ")", e);
    }
  }

  /**
   * Writes the page about a job that has ended.
   *
   * @param program java's arguments
   * @param status mpirun's exit status
   */
  void write(List<String> program, int status, Duration took) {
    String why = NO_REPORT.formatted(status, json());
    Optional<RunRecord> run = Optional.empty();
    try {
      if (Files.exists(json())) {
        run = Optional.of(RunRecord.parse(Files.readString(json())));
      }
    } catch (IOException e) {
      why = json() + " cannot be read: " + e.getMessage();
    }
    double seconds = took.toNanos() / 1e9;
    try {
      Files.writeString(
          page, new RunPage(ShellQuoting.line(program), status, seconds, run, why).html());
    } catch (IOException e) {
      throw new CannotRunException(
          "the page "
              + page
              + " cannot be written ("
              + e
              + "); "
              + (Files.exists(json())
                  ? "the data is in " + json()
                  : "nor has the job written " + json()),
          e);
    }
  }
}
