package org.legio.mpirun;

/**
 * Where a rank's outputs go.
 *
 * @param out takes its standard output
 * @param err takes its standard error
 */
record RankOutputs(Output out, Output err) {
  /** The outputs of a rank with so many replicas. */
  static RankOutputs of(int replicas) {
    return replicas == 1
        ? new RankOutputs(SharedOutput.OUT, SharedOutput.ERR)
        : new RankOutputs(
            new SphereOutput(SharedOutput.OUT, replicas),
            new SphereOutput(SharedOutput.ERR, replicas));
  }
}
