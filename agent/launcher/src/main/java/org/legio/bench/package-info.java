/**
 * The benchmark suite of {@code bin/legio bench}: a plan of runs, their samples, what statistics
 * say of them, and a report. It knows the command line as {@link org.legio.bench.run.Launcher}
 * only, and no job loads it that is not a benchmark.
 */
package org.legio.bench;
