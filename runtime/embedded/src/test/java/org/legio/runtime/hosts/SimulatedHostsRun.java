package org.legio.runtime.hosts;

import org.jspecify.annotations.Nullable;

/**
 * How a {@link SimulatedHosts} has ended.
 *
 * @param objection what is wrong with it; null if nothing is
 * @param steps how many steps it has made
 * @param isGivenUp whether a rank has ended the job, since too much is lost
 * @param checkpointsUsed how often a process has continued from a checkpoint
 * @param movedToNewcomer how many processes have been restarted on a host that had joined
 * @param handedOver how often another host was made to lead a rank
 */
record SimulatedHostsRun(
    @Nullable String objection,
    long steps,
    boolean isGivenUp,
    int checkpointsUsed,
    int movedToNewcomer,
    int handedOver) {}
