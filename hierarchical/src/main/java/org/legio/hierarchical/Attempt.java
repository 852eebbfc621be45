package org.legio.hierarchical;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.legio.core.Context;
import org.legio.ulfm.Outcome;

/**
 * How one attempt of an operation goes. All its steps are made, whatever becomes of others before
 * them, so that nobody waits for one in vain; a failed attempt's data is worth nothing.
 */
final class Attempt {

  /** A part of an operation, on one communicator. */
  @FunctionalInterface
  interface Step {
    /** Makes it. */
    void make() throws Exception;
  }

  private final Context context;
  private boolean failed;
  private boolean counts;
  private @Nullable Throwable thrown;

  Attempt(Context context) {
    this.context = context;
  }

  /** A new attempt begins. */
  void begin() {
    failed = false;
    counts = false;
    thrown = null;
  }

  /** Makes a step that needs nobody else. */
  void make(Step step) throws Exception {
    make(step, () -> false);
  }

  /**
   * Makes a step and remembers what comes of it.
   *
   * @param meetsDeath whether somebody that it needs is dead, or has revoked it
   * @return whether no death was in its way
   * @throws Exception if MPI has refused its arguments, so that it has not been made
   */
  boolean make(Step step, BooleanSupplier meetsDeath) throws Exception {
    try {
      step.make();
    } catch (Exception | Error e) {
      Outcome outcome = context.outcomeOf(e, meetsDeath);
      if (outcome == Outcome.ARGUMENT) {
        throw e;
      }
      counts = true;
      if (outcome.isFault()) {
        failed = true;
        return false;
      }
      thrown = thrown == null ? e : thrown;
    }
    counts = true;
    return true;
  }

  /** The attempt is worth nothing. */
  void fail() {
    failed = true;
  }

  /** Whether a death has made it fail here. */
  boolean hasFailed() {
    return failed;
  }

  /** Whether others may count on this process: it has made a step. */
  boolean counts() {
    return counts;
  }

  /** The program's own error that has come to light; null if there is none. */
  @Nullable Throwable thrown() {
    return thrown;
  }
}
