package org.legio.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a rank tells who watches its job from outside, by files in a folder: {@code RANK.pid} when
 * MPI has been initialised, {@code RANK.calls} when it is about to be finalised. For {@code
 * bin/legio chaos}; other jobs have no such folder.
 *
 * <p>{@code RANK.pid} holds the process's id. {@code RANK.calls} is written where calls are counted
 * and has a line {@code NAME NUMBER} for each call made, after a first one with the milliseconds
 * since {@code RANK.pid}.
 */
public final class RankFiles {
  /** The system property that names the folder. */
  public static final String FOLDER = "legio.chaos.folder";

  /** The system property that, where it is true, has calls counted. */
  public static final String COUNTING = "legio.chaos.count";

  /** How the file with a rank's process id ends. */
  public static final String PID = ".pid";

  /** How the file with a rank's calls ends. */
  public static final String CALLS = ".calls";

  /** The name, in {@link #CALLS}, of the milliseconds. */
  public static final String MILLISECONDS = "ms";

  private static volatile long begunNs;

  private RankFiles() {}

  /** MPI has been initialised. */
  static void begun() {
    begunNs = System.nanoTime();
    write(PID, Long.toString(ProcessHandle.current().pid()));
  }

  /** MPI is about to be finalised, and calls have been counted. */
  static void ending() {
    StringBuilder lines = new StringBuilder();
    lines.append(MILLISECONDS).append(' ').append((System.nanoTime() - begunNs) / 1_000_000);
    Map<String, Integer> counts = new TreeMap<>(Killer.counts());
    counts.forEach((call, count) -> lines.append('\n').append(call).append(' ').append(count));
    write(CALLS, lines.toString());
  }

  /** Who looks for the file finds all of it or none. */
  private static void write(String ending, String text) {
    Path folder = Path.of(System.getProperty(FOLDER));
    String name = Agent.ownRank() + ending;
    try {
      Path whole = Files.writeString(folder.resolve(name + ".new"), text);
      Files.move(whole, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be written in " + folder, e);
    }
  }
}
