/**
 * A fault-tolerant MPI for tests: any number of ranks inside one JVM. Each rank has a thread, and
 * exactly one thread runs at a time.
 *
 * <p>A seeded {@link org.legio.simulator.BatonScheduler} decides every interleaving, every delay
 * and every death, so that a run is replayed exactly by its seed. {@code docs/design/simulator.md}
 * says what it models and what it does not.
 */
@NullMarked
package org.legio.simulator;

import org.jspecify.annotations.NullMarked;
