package org.legio.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.legio.agent.RankFiles;

/**
 * What a job did while nobody died.
 *
 * @param calls for each rank, how often it called what
 * @param duration from when all ranks had initialised MPI until the first was about to finalise it
 */
record Rehearsal(List<SortedMap<String, Integer>> calls, Duration duration) {

  /**
   * Reads what the ranks have written.
   *
   * @throws CannotRunException if a rank has written nothing
   */
  static Rehearsal read(Path folder, int ranks) {
    List<SortedMap<String, Integer>> calls = new ArrayList<>();
    long shortestMs = Long.MAX_VALUE;
    for (int rank = 0; rank < ranks; rank++) {
      SortedMap<String, Integer> own = counts(folder, rank);
      Integer ms = own.remove(RankFiles.MILLISECONDS);
      shortestMs = Math.min(shortestMs, ms == null ? 0 : ms);
      calls.add(own);
    }
    return new Rehearsal(calls, Duration.ofMillis(shortestMs));
  }

  private static SortedMap<String, Integer> counts(Path folder, int rank) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(folder.resolve(rank + RankFiles.CALLS))) {
        String[] words = line.split(" ");
        counts.put(words[0], Integer.parseInt(words[1]));
      }
    } catch (NoSuchFileException e) {
      throw new CannotRunException(
          "rank "
              + rank
              + " has not finalised MPI under the agent's protection in the faultless run; see"
              + " that 'bin/legio run' runs the program well",
          e);
    } catch (IOException e) {
      throw new UncheckedIOException("the calls of rank " + rank + " cannot be read", e);
    }
    return counts;
  }

  /** How many calls all ranks have made. */
  long total() {
    return calls.stream().flatMap(own -> own.values().stream()).mapToLong(n -> n).sum();
  }
}
