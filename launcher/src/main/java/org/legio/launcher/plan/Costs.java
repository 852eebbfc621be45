package org.legio.launcher.plan;

/**
 * What the ways to survive cost on a machine.
 *
 * @param repairSeconds from a death until the survivors go on
 * @param restartSeconds from a death until a new process of the rank runs
 * @param checkpointSeconds for one checkpoint
 * @param twoReplicas run time with two processes a rank, as a multiple of that with one
 * @param threeReplicas the same with three
 */
public record Costs(
    double repairSeconds,
    double restartSeconds,
    double checkpointSeconds,
    double twoReplicas,
    double threeReplicas) {
  private static final double SECONDS_PER_HOUR = 3600;

  double repairHours() {
    return repairSeconds / SECONDS_PER_HOUR;
  }

  double restartHours() {
    return restartSeconds / SECONDS_PER_HOUR;
  }

  double checkpointHours() {
    return checkpointSeconds / SECONDS_PER_HOUR;
  }
}
