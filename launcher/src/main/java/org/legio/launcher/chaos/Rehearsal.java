package org.legio.launcher.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.legio.agent.RankFiles;
import org.legio.launcher.job.RankMarks;
import org.legio.launcher.machine.CannotRunException;

/**
 * The record of a job without faults, from which faults are drawn.
 *
 * @param calls for each rank, the number of its calls by name
 * @param duration from the end of the last {@code MPI_Init} to the beginning of the first {@code
 *     MPI_Finalize}
 */
public record Rehearsal(List<SortedMap<String, Integer>> calls, Duration duration) {

  /**
   * Makes it from the marks of a job.
   *
   * @throws CannotRunException if a rank has written nothing
   */
  public static Rehearsal of(RankMarks marks, int ranks) {
    List<SortedMap<String, Integer>> calls = new ArrayList<>();
    long shortestMs = Long.MAX_VALUE;
    for (int rank = 0; rank < ranks; rank++) {
      SortedMap<String, Integer> own = marks.calls().get(rank);
      if (own == null) {
        throw new CannotRunException(
            "rank "
                + rank
                + " has not finalized MPI under the agent's protection in the faultless run; see"
                + " that 'bin/legio run' runs the program well");
      }
      Integer ms = own.remove(RankFiles.MILLISECONDS);
      shortestMs = Math.min(shortestMs, ms == null ? 0 : ms);
      calls.add(own);
    }
    return new Rehearsal(calls, Duration.ofMillis(shortestMs));
  }

  /** The number of calls of all ranks. */
  public long total() {
    return calls.stream().flatMap(own -> own.values().stream()).mapToLong(n -> n).sum();
  }
}
