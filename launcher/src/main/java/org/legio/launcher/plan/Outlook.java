package org.legio.launcher.plan;

/**
 * What is to be expected of a job.
 *
 * @param processes how many it starts
 * @param hours its mean run time
 * @param chanceOfAll the probability that nothing of its result is lost
 * @param lostShare the mean share of its result that is lost, from 0 to 1
 */
public record Outlook(int processes, double hours, double chanceOfAll, double lostShare) {}
