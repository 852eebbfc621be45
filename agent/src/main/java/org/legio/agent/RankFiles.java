package org.legio.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.legio.core.settings.JobAbort;
import org.legio.runtime.lanes.OwnProcess;
import org.slf4j.LoggerFactory;

/**
 * Writes the files by which a rank informs the launcher of its job: {@code RANK.pid} when MPI has
 * been initialized, {@code RANK.calls} when it is about to be finalized, {@code RANK.exit} when the
 * rank ends by itself before, {@code RANK.abort} when it ends the whole job, {@code RANK.faults}
 * when a {@link KillPlan} is about to kill or stop it. A job that {@code bin/legio} has not started
 * has no such folder. Ranks that the embedded runtime runs over several hosts have {@link
 * PackedFiles} instead, which their daemon hands to the launcher; {@code RANK.report}, the report
 * of the job, is one of them.
 *
 * <p>{@code RANK.pid} holds the process's id. {@code RANK.calls} has a line {@code NAME NUMBER} for
 * each call that was watched, after a first one with the milliseconds since {@code RANK.pid}.
 * {@code RANK.exit} has the exit status, {@code RANK.abort} a {@link JobAbort}, {@code RANK.faults}
 * a line for each {@link Kill} carried out.
 */
public final class RankFiles {
  /** The variable of the environment that names the folder, or the packed files. */
  public static final String VARIABLE = "LEGIO_JOB_FOLDER";

  /** The system property that has all calls counted if it is true. */
  public static final String COUNTING = "legio.chaos.count";

  /** The ending of the file with a rank's process id. */
  public static final String PID = ".pid";

  /** The ending of the file with the counts of a rank's calls. */
  public static final String CALLS = ".calls";

  /** The ending of the file with the exit status of a rank that has not finalized MPI. */
  public static final String EXIT = ".exit";

  /** The ending of the file with the reason why a rank has ended the job. */
  public static final String ABORT = ".abort";

  /** The ending of the file with the faults of a rank. */
  public static final String FAULTS = ".faults";

  /** The ending of the file with the report of the job. */
  public static final String REPORT = ".report";

  /** The name, in {@link #CALLS}, of the milliseconds. */
  public static final String MILLISECONDS = "ms";

  private static volatile long begunNs;

  private RankFiles() {}

  /** Whether a launcher reads them. */
  static boolean areWanted() {
    return System.getenv(VARIABLE) != null;
  }

  /** Whether the launcher may be on another host, where it does not see the files of this one. */
  static boolean arePacked() {
    return areWanted() && !Files.isDirectory(place());
  }

  /** Writes the process id, after MPI has been initialized. */
  static void begun() {
    begunNs = System.nanoTime();
    write(PID, Long.toString(OwnProcess.id()));
  }

  /** Writes the counts of calls, before MPI is finalized. */
  static void writeCallCounts() {
    StringBuilder lines = new StringBuilder();
    lines.append(MILLISECONDS).append(' ').append((System.nanoTime() - begunNs) / 1_000_000);
    Map<String, Integer> counts = new TreeMap<>(FaultInjector.counts());
    counts.forEach((call, count) -> lines.append('\n').append(call).append(' ').append(count));
    write(CALLS, lines.toString());
  }

  /** Writes the exit status, before this process ends without having finalized MPI. */
  static void exiting(int status) {
    write(EXIT, Integer.toString(status));
  }

  /** Writes why this rank is about to end the whole job. */
  static void aborting(JobAbort abort) {
    write(ABORT, abort.text());
  }

  /** Writes the fault that is about to be injected into this rank. */
  static void faultInjected(Kill kill) {
    if (arePacked()) {
      pack(FAULTS, kill + "\n");
    } else if (areWanted()) {
      Path file = place().resolve(Agent.ownRank() + FAULTS);
      try {
        Files.writeString(file, kill + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        notWritten(file, e);
      }
    }
  }

  /** Writes the report of the job. */
  static void reporting(String report) {
    pack(REPORT, report);
  }

  private static void pack(String ending, String text) {
    try {
      PackedFiles.append(place(), ending, text);
    } catch (IOException e) {
      notWritten(place(), e);
    }
  }

  /** Writes a file at once, so that its reader finds all of it or none. */
  private static void write(String ending, String text) {
    if (!areWanted()) {
      return;
    }
    if (arePacked()) {
      pack(ending, text);
      return;
    }
    Path file = place().resolve(Agent.ownRank() + ending);
    try {
      Path whole =
          Files.writeString(
              file.resolveSibling(file.getFileName() + "." + OwnProcess.id() + ".new"), text);
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      notWritten(file, e);
    }
  }

  private static Path place() {
    return Path.of(System.getenv(VARIABLE));
  }

  /**
   * Reports a file that could not be written. The program continues; only the launcher's verdict
   * lacks its content.
   */
  private static void notWritten(Path file, IOException why) {
    LoggerFactory.getLogger("legio")
        .warn(
            "legio: {} cannot be written ({}); what bin/legio says of the job's end may be wrong",
            file,
            why.toString());
  }
}
