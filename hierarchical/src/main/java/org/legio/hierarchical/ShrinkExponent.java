package org.legio.hierarchical;

import org.legio.core.repair.Context;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.ulfm.MpiConstants;

/**
 * Measures how the cost of a shrink grows with the number of ranks x: the exponent e of x^e.
 * Algorithm: shrink all ranks, then half of them, and compare the times. One rank decides and tells
 * the others by an agreement, so all use the same number whichever rank dies meanwhile.
 */
final class ShrinkExponent {
  /** The exponent of a cost that is proportional to the number of ranks. */
  static final double LINEAR = 1;

  private static final double LEAST = 0.5;
  private static final double MOST = 3;
  private static final int FEWEST_RANKS = 4;
  private static final int REPETITIONS = 5;
  private static final double PARTS_OF_ONE = 1000;
  private static final int NOTHING_SAID = (1 << 12) - 1;

  private final Context context;
  private final ResilientCommunicator wholeComm;
  private final int rank;
  private long half;

  /**
   * Prepares the measurement on a communicator.
   *
   * @param rank this process's original rank in it
   */
  ShrinkExponent(Context context, ResilientCommunicator wholeComm, int rank) {
    this.context = context;
    this.wholeComm = wholeComm;
    this.rank = rank;
    this.half = context.binding().commNull();
  }

  /**
   * Measures the exponent. Collective over all living members; with fewer than 4 ranks it is {@link
   * #LINEAR}, because there is too little to measure.
   */
  double measured() throws Exception {
    if (wholeComm.size() < FEWEST_RANKS) {
      return LINEAR;
    }
    int halfSize = wholeComm.size() / 2;
    wholeComm.collective("split", (substitute, ranks) -> makeHalf(substitute, rank < halfSize));
    long ofAll = leastTime(wholeComm.handle());
    long ofHalf = isInHalf() ? leastTime(half) : 0;
    freeHalf();
    double ratio = (double) wholeComm.size() / halfSize;
    return ofDecider(isDecider() && ofHalf > 0 ? exponent(ofAll, ofHalf, ratio) : 0);
  }

  /** The exponent that follows from two costs, kept within credible bounds. */
  static double exponent(long ofAll, long ofPart, double ratio) {
    double exponent = Math.log((double) ofAll / ofPart) / Math.log(ratio);
    return Math.max(LEAST, Math.min(MOST, exponent));
  }

  private void makeHalf(long substitute, boolean belongs) throws Exception {
    freeHalf();
    half = context.pmpi().split(substitute, belongs ? 0 : MpiConstants.UNDEFINED, rank);
    if (isInHalf()) {
      context.pmpi().setErrhandler(half, context.binding().errorsReturn());
    }
  }

  private boolean isInHalf() {
    return half != context.binding().commNull();
  }

  private boolean isDecider() {
    return wholeComm.ranks().toOriginal(0) == rank;
  }

  private long leastTime(long comm) throws Exception {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < REPETITIONS; i++) {
      long begin = context.nanoTime().getAsLong();
      long shrunk = context.ulfm().shrink(comm);
      least = Math.min(least, context.nanoTime().getAsLong() - begin);
      context.pmpi().free(shrunk);
    }
    return Math.max(1, least);
  }

  private void freeHalf() throws Exception {
    if (isInHalf()) {
      context.pmpi().free(half);
      half = context.binding().commNull();
    }
  }

  /** The decider's number: only its flags have unset bits. {@link #LINEAR} if it is dead. */
  private double ofDecider(double own) {
    int said = own > 0 ? (int) Math.round(own * PARTS_OF_ONE) : NOTHING_SAID;
    int agreed = context.ulfm().agreeOnFlags(wholeComm.handle(), said) & NOTHING_SAID;
    return agreed == NOTHING_SAID ? LINEAR : agreed / PARTS_OF_ONE;
  }
}
