/**
 * The benchmark suite of {@code bin/legio bench}: a plan of runs, their samples, their statistics,
 * and a report. It uses the command line only through {@link org.legio.bench.run.Launcher}. Only
 * benchmark jobs load it.
 */
package org.legio.bench;
