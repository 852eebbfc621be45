/**
 * What MPI's calls mean: matching, requests, the schedules of collectives, windows, files,
 * topologies. Whoever moves the messages (the embedded runtime, the simulator) gives a {@link
 * org.legio.runtime.engine.Universe}.
 */
@NullMarked
package org.legio.runtime.engine;

import org.jspecify.annotations.NullMarked;
