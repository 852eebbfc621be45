package org.legio.runtime.hosts;

import org.jspecify.annotations.Nullable;

/**
 * How a {@link SimulatedHosts} has ended.
 *
 * @param objection what is wrong with it; null if nothing is
 * @param steps how many steps it has made
 */
record SimulatedHostsRun(@Nullable String objection, long steps) {}
