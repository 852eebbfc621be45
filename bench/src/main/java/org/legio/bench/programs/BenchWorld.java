package org.legio.bench.programs;

/**
 * The world of a program that loses ranks; implementations differ in how the survivors continue.
 */
interface BenchWorld extends Reduction {
  /**
   * When the communicator could last be used again after a loss, in {@link System#nanoTime}; 0 if
   * unknown.
   */
  long rebuiltNs();
}
