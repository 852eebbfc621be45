/**
 * What has happened in a rank: deaths, repairs, repetitions, skipped calls; for the log, for
 * listeners and for the run report.
 */
@NullMarked
package org.legio.core.report;

import org.jspecify.annotations.NullMarked;
