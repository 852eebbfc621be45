package org.legio.runtime.shm;

/**
 * Replicas of a rank do not do the same. It ends the job: which of them is right cannot be known.
 */
public final class Divergence extends IllegalStateException {
  private static final long serialVersionUID = 1;

  public Divergence(String what) {
    super(what);
  }
}
