package org.legio.bench.programs;

/** The world of a program that loses ranks, however its survivors go on. */
interface BenchWorld extends Reduction {
  /** When the communicator could last be used again after a loss; 0 where that is not known. */
  long rebuiltNs();
}
