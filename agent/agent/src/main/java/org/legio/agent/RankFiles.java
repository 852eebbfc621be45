package org.legio.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.LoggerFactory;

/**
 * What a rank tells the launcher that has started its job, by files in a folder: {@code RANK.pid}
 * when MPI has been initialised, {@code RANK.calls} when it is about to be finalised, {@code
 * RANK.faults} when it is about to be killed or stopped as a {@link KillPlan} says. A job that
 * {@code bin/legio} has not started has no such folder, nor have ranks on other hosts.
 *
 * <p>{@code RANK.pid} holds the process's id. {@code RANK.calls} has a line {@code NAME NUMBER} for
 * each call that was watched, after a first one with the milliseconds since {@code RANK.pid}.
 * {@code RANK.faults} has a line for each {@link KillPlan.Kill} carried out.
 */
public final class RankFiles {
  /** The variable of the environment that names the folder. */
  public static final String VARIABLE = "LEGIO_JOB_FOLDER";

  /** The system property that, where it is true, has all calls counted. */
  public static final String COUNTING = "legio.chaos.count";

  /** How the file with a rank's process id ends. */
  public static final String PID = ".pid";

  /** How the file with a rank's calls ends. */
  public static final String CALLS = ".calls";

  /** How the file with what was done to a rank ends. */
  public static final String FAULTS = ".faults";

  /** The name, in {@link #CALLS}, of the milliseconds. */
  public static final String MILLISECONDS = "ms";

  private static volatile long begunNs;

  private RankFiles() {}

  /** Whether a launcher reads them. */
  static boolean areWanted() {
    return System.getenv(VARIABLE) != null;
  }

  /** MPI has been initialised. */
  static void begun() {
    begunNs = System.nanoTime();
    write(PID, Long.toString(ProcessHandle.current().pid()));
  }

  /** MPI is about to be finalised. */
  static void ending() {
    StringBuilder lines = new StringBuilder();
    lines.append(MILLISECONDS).append(' ').append((System.nanoTime() - begunNs) / 1_000_000);
    Map<String, Integer> counts = new TreeMap<>(FaultInjector.counts());
    counts.forEach((call, count) -> lines.append('\n').append(call).append(' ').append(count));
    write(CALLS, lines.toString());
  }

  /** This rank is about to be killed or stopped. */
  static void faultInjected(KillPlan.Kill kill) {
    if (!areWanted()) {
      return;
    }
    Path file = folder().resolve(Agent.ownRank() + FAULTS);
    try {
      Files.writeString(file, kill + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      notWritten(file, e);
    }
  }

  /** Who looks for the file finds all of it or none. */
  private static void write(String ending, String text) {
    if (!areWanted()) {
      return;
    }
    Path file = folder().resolve(Agent.ownRank() + ending);
    try {
      Path whole = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      notWritten(file, e);
    }
  }

  private static Path folder() {
    return Path.of(System.getenv(VARIABLE));
  }

  /** The program goes on: only the launcher's verdict lacks what it would have read. */
  private static void notWritten(Path file, IOException why) {
    LoggerFactory.getLogger("legio")
        .warn(
            "legio: {} cannot be written ({}); what bin/legio says of the job's end may be wrong",
            file,
            why.toString());
  }
}
