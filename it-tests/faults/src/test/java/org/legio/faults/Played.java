package org.legio.faults;

import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What has become of a run, in whatever runtime.
 *
 * @param settings its policies
 * @param logs what each rank has seen
 * @param ends how each rank ended
 * @param hang where everybody waits for ever; null if the run has come to an end
 * @param abort why the job was ended; null if it was not
 * @param files what is in its folder in the end
 * @param steps how many steps each rank has made
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Played(
    Settings settings,
    List<Log> logs,
    List<End> ends,
    @Nullable String hang,
    @Nullable Abort abort,
    Map<String, byte[]> files,
    long[] steps) {

  /** How a rank ended: it came to the end of its program, died, or threw something. */
  record End(boolean isDead, @Nullable Throwable thrown) {}

  /** The end of the whole job, decided by a rank. */
  record Abort(int rank, String message) {}

  /** Whether it went on to the end of the program at every rank that is alive, and one is. */
  boolean hasSurvivors() {
    return hang == null
        && abort == null
        && survivors().length > 0
        && ends.stream().allMatch(end -> end.isDead() || end.thrown() == null);
  }

  IntPredicate isDead() {
    return rank -> rank >= 0 && rank < ends.size() && ends.get(rank).isDead();
  }

  /** The ranks that are alive. */
  int[] survivors() {
    return IntStream.range(0, ends.size()).filter(rank -> !isDead().test(rank)).toArray();
  }
}
