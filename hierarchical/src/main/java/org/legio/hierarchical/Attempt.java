package org.legio.hierarchical;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Outcome;

/**
 * One attempt of an operation at this rank: makes its steps and remembers whether one has failed.
 *
 * <p>All steps are made even after one has failed, so that no other rank waits for a step in vain.
 * The data of a failed attempt is invalid.
 */
final class Attempt {

  /** A step of an operation, on one communicator. */
  @FunctionalInterface
  interface Step {
    void make() throws Exception;
  }

  private final Context context;
  private boolean failed;
  private boolean counts;
  private @Nullable Throwable thrown;

  Attempt(Context context) {
    this.context = context;
  }

  /** Begins a new attempt. */
  void begin() {
    failed = false;
    counts = false;
    thrown = null;
  }

  /** Makes a step that needs no other rank. */
  void make(Step step) throws Exception {
    make(step, () -> false);
  }

  /**
   * Makes a step and remembers its outcome.
   *
   * @param meetsDeath whether a rank that the step needs is dead, or has revoked its communicator
   * @return whether it has succeeded or failed for another reason than a death
   * @throws Exception if MPI has refused its arguments, so that it has not been made, or its error
   *     may pass, so that all is to be attempted again
   */
  boolean make(Step step, BooleanSupplier meetsDeath) throws Exception {
    try {
      step.make();
    } catch (Exception | Error e) {
      Outcome outcome = context.outcomeOf(e, meetsDeath);
      counts |= outcome != Outcome.ARGUMENT;
      if (outcome == Outcome.ARGUMENT || outcome == Outcome.TRANSIENT) {
        throw e;
      }
      if (outcome.isFault()) {
        failed = true;
        return false;
      }
      thrown = thrown == null ? e : thrown;
    }
    counts = true;
    return true;
  }

  /** Marks the attempt as failed: its data is invalid. */
  void fail() {
    failed = true;
  }

  /** Whether a death has made it fail here. */
  boolean hasFailed() {
    return failed;
  }

  /** Whether other ranks may wait for this one: it has made a step. */
  boolean counts() {
    return counts;
  }

  /** The program's own error that has come to light; null if there is none. */
  @Nullable Throwable thrown() {
    return thrown;
  }
}
