package mpi;

/** The two partners of a {@link CartComm#shift} (MPI 3.1, section 7.5.6). */
public final class ShiftParms {
  private final int rankSource;
  private final int rankDest;

  /**
   * Used by the native half.
   *
   * @param rankSource rank to receive from
   * @param rankDest rank to send to
   */
  protected ShiftParms(int rankSource, int rankDest) {
    this.rankSource = rankSource;
    this.rankDest = rankDest;
  }

  /**
   * The source of the shift.
   *
   * @return rank to receive from, {@link MPI#PROC_NULL} beyond the border
   */
  public int getRankSource() {
    return rankSource;
  }

  /**
   * The destination of the shift.
   *
   * @return rank to send to, {@link MPI#PROC_NULL} beyond the border
   */
  public int getRankDest() {
    return rankDest;
  }
}
