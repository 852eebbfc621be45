package org.legio.core.positions;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where one thread is.
 *
 * @param thread its name
 * @param call the MPI call's public name, as in {@code allReduce}; empty while it computes
 * @param communicator the communicator of the collective that it is in; null for other calls and
 *     while it computes
 * @param sequence the collective's number on that communicator, from 1; 0 without one
 * @param since when a look first saw it there; messages from one line in a loop look like one that
 *     lasts, unless the main thread makes collectives in between
 * @param line the program's line that has called, or that computes: {@code
 *     app.Solver.step(Solver.java:42)}; empty if none of the program's is on the stack
 */
public record Position(
    String thread,
    String call,
    @Nullable OperationCounter communicator,
    long sequence,
    Instant since,
    String line) {

  /** Whether it is in no MPI call. */
  public boolean isComputing() {
    return call.isEmpty();
  }

  /** Whether it is where it was, as far as can be told. */
  boolean isSamePlace(Position other) {
    return thread.equals(other.thread)
        && call.equals(other.call)
        && communicator == other.communicator
        && sequence == other.sequence
        && (communicator != null || line.equals(other.line));
  }

  Position seenSince(Instant earlier) {
    return new Position(thread, call, communicator, sequence, earlier, line);
  }

  /** In words: {@code allReduce 12 on MPI_COMM_WORLD #0k3f, called from app.Solver.step(...)}. */
  @Override
  public String toString() {
    String from = line.isEmpty() ? "" : (isComputing() ? " in " : ", called from ") + line;
    if (isComputing()) {
      return "computing" + from;
    }
    return communicator == null ? call + from : callOn(communicator) + from;
  }

  private String callOn(OperationCounter on) {
    return call + " (operation " + sequence + " on " + on.label() + ")";
  }
}
