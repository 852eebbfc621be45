package org.legio.runtime.shm;

/**
 * Replicas of a rank do not do the same, or one cannot do what another has done. It ends the job,
 * since which of them is right cannot be known, unless most of them agree.
 */
public final class Divergence extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  /** Why replicas do not do the same. */
  private enum Reason {
    PROGRAM,
    LOSS,
    OUTVOTED
  }

  public Divergence(String what) {
    this(what, Reason.PROGRAM);
  }

  private Divergence(String what, Reason reason) {
    super(what);
    this.reason = reason;
  }

  /** Not the program's fault: what a replica would need was lost with hosts. */
  public static Divergence ofLoss(String what) {
    return new Divergence(what, Reason.LOSS);
  }

  /** This process alone is wrong: most replicas of its rank agree. */
  public static Divergence ofOutvoted(String what) {
    return new Divergence(what, Reason.OUTVOTED);
  }

  /** Whether what a replica would need was lost with hosts. */
  public boolean isLoss() {
    return reason == Reason.LOSS;
  }

  /** Whether only this process has to end. */
  public boolean isOutvoted() {
    return reason == Reason.OUTVOTED;
  }
}
