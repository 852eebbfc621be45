package org.legio.launcher.embedded;

/**
 * Where a rank's outputs go.
 *
 * @param out takes its standard output
 * @param err takes its standard error
 */
record RankOutputs(Output out, Output err) {
  /**
   * The outputs of a rank.
   *
   * @param areRepeated whether several processes print the same, at once or one after the other
   */
  static RankOutputs of(boolean areRepeated) {
    return areRepeated
        ? new RankOutputs(new ReplicaOutput(SharedOutput.OUT), new ReplicaOutput(SharedOutput.ERR))
        : new RankOutputs(SharedOutput.OUT, SharedOutput.ERR);
  }

  /** All processes of the rank have ended. */
  void finish() {
    out.finish();
    err.finish();
  }
}
