package org.legio.runtime.shm;

/**
 * Replicas of a rank do not do the same, or one cannot do what another has done. It ends the job:
 * which of them is right cannot be known.
 */
public final class Divergence extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private final boolean isLoss;

  public Divergence(String what) {
    this(what, false);
  }

  private Divergence(String what, boolean isLoss) {
    super(what);
    this.isLoss = isLoss;
  }

  /** Not the program's fault: what a replica would need was lost with hosts. */
  public static Divergence ofLoss(String what) {
    return new Divergence(what, true);
  }

  /** Whether what a replica would need was lost with hosts. */
  public boolean isLoss() {
    return isLoss;
  }
}
