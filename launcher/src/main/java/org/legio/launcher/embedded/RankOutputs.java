package org.legio.launcher.embedded;

/**
 * Where a rank's outputs go.
 *
 * @param out takes its standard output
 * @param err takes its standard error
 * @param areRepeated whether several processes print the same, at once or one after the other
 */
record RankOutputs(Output out, Output err, boolean areRepeated) {
  /** The outputs of a rank whose processes print what they print alone, or repeat each other. */
  static RankOutputs of(boolean areRepeated) {
    return new RankOutputs(
        areRepeated ? new ReplicaOutput(SharedOutput.OUT) : SharedOutput.OUT,
        areRepeated ? new ReplicaOutput(SharedOutput.ERR) : SharedOutput.ERR,
        areRepeated);
  }

  /** All processes of the rank have ended. */
  void finish() {
    out.finish();
    err.finish();
  }
}
