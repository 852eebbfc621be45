package org.legio.faults;

/** The reductions of the test programs. */
enum Reduction {
  SUM {
    @Override
    long apply(long left, long right) {
      return left + right;
    }
  },
  MAX {
    @Override
    long apply(long left, long right) {
      return Math.max(left, right);
    }
  },
  /**
   * A user's operation that is not commutative: the composition of two functions x -> m x + c
   * modulo a prime, each coded as one number.
   */
  COMPOSE {
    @Override
    long apply(long left, long right) {
      long m = (left / PRIME) * (right / PRIME) % PRIME;
      long c = (right / PRIME * (left % PRIME) + right % PRIME) % PRIME;
      return m * PRIME + c;
    }
  };

  /** The values that {@link #COMPOSE} works on are from 0 to its square less one. */
  static final long PRIME = 97;

  abstract long apply(long left, long right);
}
