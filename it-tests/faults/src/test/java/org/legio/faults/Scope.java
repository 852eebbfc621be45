package org.legio.faults;

import java.util.Optional;

/**
 * A part of the exploration of a program.
 *
 * @param stage where
 * @param ranks with how many ranks
 * @param seeds in which interleavings
 * @param explorer which runs are made
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Scope(Stage stage, int ranks, long[] seeds, Explorer explorer) {

  /** Which runs are made of it. */
  @FunctionalInterface
  interface Explorer {
    /** Makes them, until one comes out wrong. */
    Optional<Failure> explore(Exploration exploration, int ranks, long seed);
  }

  /** Makes the runs of a program, until one comes out wrong. */
  Optional<Failure> explore(Case program) {
    Exploration exploration = new Exploration(stage, program);
    for (long seed : seeds) {
      Optional<Failure> failure = explorer.explore(exploration, ranks, seed);
      if (failure.isPresent()) {
        return failure;
      }
    }
    return Optional.empty();
  }
}
