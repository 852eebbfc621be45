/** What has happened in a job, as a file of metrics for Prometheus. */
@NullMarked
package org.legio.observability.metrics;

import org.jspecify.annotations.NullMarked;
