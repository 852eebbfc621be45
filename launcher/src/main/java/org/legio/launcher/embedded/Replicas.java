package org.legio.launcher.embedded;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaGroups;

/**
 * How many replicas ranks are to have: one number for all, or numbers for some, such as {@code
 * 0:3,4-7:2}; the others have one.
 */
final class Replicas {
  /** A process for each rank. */
  static final Replicas NONE = new Replicas("1");

  private static final Pattern ALL = Pattern.compile("\\d{1,4}");
  private static final Pattern SOME = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?:(\\d{1,4})");

  private final String text;

  private Replicas(String text) {
    this.text = text;
  }

  /**
   * Reads the option's value.
   *
   * @throws IllegalArgumentException if it is of neither form, or a number is not allowed; the
   *     message is one line
   */
  static Replicas parse(String text) {
    for (String part : text.split(",", -1)) {
      Matcher some = SOME.matcher(part);
      boolean isSome = some.matches();
      if (!isSome && !ALL.matcher(text).matches()) {
        throw refused(text, "'" + part + "' is no number of replicas");
      }
      int replicas = Integer.parseInt(isSome ? some.group(3) : part);
      if (replicas < 1 || replicas > ReplicaGroups.MAX_REPLICAS) {
        throw refused(text, "a rank has 1 to " + ReplicaGroups.MAX_REPLICAS + " replicas");
      }
    }
    return new Replicas(text);
  }

  private static IllegalArgumentException refused(String text, String what) {
    return StartOption.REPLICAS.refusal(text, what + "; write for instance 2, or 0:3,4-7:2");
  }

  /**
   * The replica groups of a job.
   *
   * @param ranks how many ranks it has
   * @throws IllegalArgumentException if a rank is named that it has not, or there are too many
   *     processes
   */
  ReplicaGroups of(int ranks) {
    if (ranks > JobMemory.maxRanks()) {
      throw new IllegalArgumentException(
          "ranks=%d: a job of the embedded runtime has 1 to %d"
              .formatted(ranks, JobMemory.maxRanks()));
    }
    int[] sizes = new int[ranks];
    Arrays.fill(sizes, ALL.matcher(text).matches() ? Integer.parseInt(text) : 1);
    Matcher some = SOME.matcher(text);
    while (some.find()) {
      int first = Integer.parseInt(some.group(1));
      int last = some.group(2) == null ? first : Integer.parseInt(some.group(2));
      if (first > last || last >= ranks) {
        throw refused(text, "the ranks are 0 to " + (ranks - 1));
      }
      Arrays.fill(sizes, first, last + 1, Integer.parseInt(some.group(3)));
    }
    ReplicaGroups replicaGroups = new ReplicaGroups(sizes);
    if (replicaGroups.processes() > JobMemory.maxRanks()) {
      throw refused(
          text,
          "%d ranks would have %d processes, and a job has at most %d"
              .formatted(ranks, replicaGroups.processes(), JobMemory.maxRanks()));
    }
    return replicaGroups;
  }
}
