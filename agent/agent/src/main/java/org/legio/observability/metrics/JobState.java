package org.legio.observability.metrics;

import org.legio.core.report.Counters;
import org.legio.ulfm.Survival;

/**
 * What is known of a job at a moment.
 *
 * @param layout the layout, as configured
 * @param isRunning whether MPI has not been finalised yet
 */
record JobState(String layout, boolean isRunning, Counters counters, Survival survival) {}
