package org.legio.samples.nas;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The right side of the benchmark MG: 1 where the {@value #COUNT} largest numbers of a random
 * sequence lie, -1 where the smallest do, and 0 elsewhere. The sequence goes through the grid row
 * by row.
 */
final class Charges {
  private static final int COUNT = 10;

  private final int side;
  private final Extremes positive = new Extremes(1);
  private final Extremes negative = new Extremes(-1);

  /** Finds them in a grid of so many cells along a side. */
  Charges(int side) {
    this.side = side;
    NasRandom random = new NasRandom(0);
    for (int cell = 0; cell < side * side * side; cell++) {
      double number = random.next();
      positive.offer(number, cell);
      negative.offer(number, cell);
    }
  }

  /**
   * Sets those that lie in a slab.
   *
   * @param first the number of planes before it
   */
  void setIn(Slab slab, int first) {
    positive.setIn(slab, first);
    negative.setIn(slab, first);
  }

  /** The largest of some numbers, or of their negatives. */
  private final class Extremes {
    private final int sign;
    private final PriorityQueue<Candidate> least =
        new PriorityQueue<>(Comparator.comparingDouble(Candidate::number));
    private double limit = Double.NEGATIVE_INFINITY;

    Extremes(int sign) {
      this.sign = sign;
    }

    void offer(double number, int cell) {
      if (sign * number > limit) {
        least.add(new Candidate(sign * number, cell));
        if (least.size() > COUNT) {
          least.remove();
          limit = least.element().number;
        }
      }
    }

    void setIn(Slab slab, int first) {
      for (Candidate each : least) {
        int z = each.cell / (side * side) - first;
        int y = each.cell / side % side;
        int x = each.cell % side;
        if (z >= 0 && z < slab.depth()) {
          slab.plane(z + 1)[(y + 1) * slab.stride() + x + 1] = sign;
        }
      }
    }
  }

  private record Candidate(double number, int cell) {}
}
