/**
 * An MPI with fault tolerance for any number of ranks inside one JVM, for tests: a thread each, of
 * which exactly one runs at a time.
 *
 * <p>A seeded {@link org.legio.inprocess.Scheduler} decides every interleaving, every delay and
 * every death, so that a run is replayed exactly by its seed. What it models and what it does not
 * is written in {@code docs/design/in-process-runtime.md}.
 */
@NullMarked
package org.legio.inprocess;

import org.jspecify.annotations.NullMarked;
