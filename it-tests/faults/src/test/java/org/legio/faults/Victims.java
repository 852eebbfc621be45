package org.legio.faults;

import java.util.Random;
import java.util.stream.IntStream;

/**
 * Draws the ranks that die: at random, or those whose deaths affect the hierarchical layout most.
 *
 * @param localSize the number of consecutive ranks in a local communicator
 */
record Victims(int localSize) {

  /** Whose deaths belong together. */
  private enum Pattern {
    ANY_TWO,
    TWO_MASTERS,
    ADJACENT_MASTERS,
    WHOLE_LOCAL,
    ALL_BUT_ONE,
    MASTER_AND_SUCCESSOR
  }

  /** Some of so many ranks, in the order of their deaths; one at least stays alive. */
  int[] draw(int ranks, Random random) {
    Pattern pattern = Pattern.values()[random.nextInt(Pattern.values().length)];
    int locals = (ranks + localSize - 1) / localSize;
    int local = random.nextInt(locals);
    int other = (local + 1 + random.nextInt(Math.max(1, locals - 1))) % locals;
    IntStream drawn =
        switch (pattern) {
          case ANY_TWO -> IntStream.of(random.nextInt(ranks), random.nextInt(ranks));
          case TWO_MASTERS -> IntStream.of(local * localSize, other * localSize);
          case ADJACENT_MASTERS ->
              IntStream.of(local * localSize, (local + 1) % locals * localSize);
          case WHOLE_LOCAL -> IntStream.range(0, localSize).map(i -> local * localSize + i);
          case ALL_BUT_ONE -> {
            int last = random.nextInt(ranks);
            yield IntStream.range(0, ranks).filter(rank -> rank != last);
          }
          case MASTER_AND_SUCCESSOR -> IntStream.of(local * localSize, local * localSize + 1);
        };
    return drawn.filter(rank -> rank < ranks).distinct().limit(ranks - 1L).toArray();
  }
}
