package org.legio.launcher.embedded;

/**
 * Where a rank's outputs go.
 *
 * @param out takes its standard output
 * @param err takes its standard error
 * @param areRepeated whether several processes print the same, at once or one after the other
 */
record RankOutputs(Output out, Output err, boolean areRepeated) {
  /**
   * The outputs of a rank.
   *
   * @param streams where they end
   * @param areRepeated whether several processes print the same, at once or one after the other
   */
  static RankOutputs to(RankStreams streams, boolean areRepeated) {
    return new RankOutputs(
        areRepeated ? new ReplicaOutput(streams.out()) : streams.out(),
        areRepeated ? new ReplicaOutput(streams.err()) : streams.err(),
        areRepeated);
  }

  /** All processes of the rank have ended. */
  void finish() {
    out.finish();
    err.finish();
  }
}
