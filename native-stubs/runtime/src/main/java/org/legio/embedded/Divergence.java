package org.legio.embedded;

/**
 * Replicas of a rank do not do the same. It ends the job: which of them is right cannot be known.
 */
final class Divergence extends IllegalStateException {
  private static final long serialVersionUID = 1;

  Divergence(String what) {
    super(what);
  }
}
