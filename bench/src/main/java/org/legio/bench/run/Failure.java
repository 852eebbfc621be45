package org.legio.bench.run;

import org.legio.bench.plan.Run;

/**
 * A run that failed. Its samples from before the failure are kept.
 *
 * @param run the run
 * @param reason what went wrong
 */
public record Failure(Run run, String reason) {}
