package org.legio.bench.run;

import org.legio.bench.plan.Run;

/**
 * A run that did not go well. What it measured before is kept.
 *
 * @param run which
 * @param reason what went wrong
 */
public record Failure(Run run, String reason) {}
