package org.legio.faults;

import java.util.List;
import java.util.Optional;

/**
 * A run with a wrong outcome.
 *
 * @param wrong the description of the error
 */
record Failure(Run run, List<String> wrong) {

  /** The failure of a run, if anything is wrong with it. */
  static Optional<Failure> of(Run run, List<String> wrong) {
    return wrong.isEmpty() ? Optional.empty() : Optional.of(new Failure(run, wrong));
  }

  /** Ends a test in which there is a failure. */
  static void raiseAny(Optional<Failure> failure) {
    if (failure.isPresent()) {
      throw new AssertionError(failure.get().toString());
    }
  }

  @Override
  public String toString() {
    return """
        %s
        To run just this again:
          ./mvnw test -pl it-tests/faults -am -Dtest=ReplayTest -Dsurefire.failIfNoSpecifiedTests=false \
        '-Dlegio.faults.replay=%s'"""
        .formatted(String.join("\n", wrong), run);
  }
}
