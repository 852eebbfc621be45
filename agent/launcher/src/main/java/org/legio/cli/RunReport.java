package org.legio.cli;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
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
    RankOutput.REPORT.checked(page);
    if (page.toString().endsWith(".json")) {
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

  /** A rank knows of other ranks' replicas what was so when it ended; the launcher knows all. */
  private void complete() throws IOException {
    if (Files.exists(survival())) {
      JsonObject known = JsonParser.parseString(Files.readString(json())).getAsJsonObject();
      JsonObject told = JsonParser.parseString(Files.readString(survival())).getAsJsonObject();
      told.entrySet().forEach(member -> known.add(member.getKey(), member.getValue()));
      Files.writeString(
          json(), new GsonBuilder().setPrettyPrinting().create().toJson(known) + "\n");
      Files.delete(survival());
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
        complete();
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
