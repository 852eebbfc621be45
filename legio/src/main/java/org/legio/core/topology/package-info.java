/**
 * Topologies: the neighbors of a communicator's ranks, and the data that neighbors exchange.
 *
 * <p>MPI standard 4.0, chapter 8; the design is in {@code docs/design/topologies.md}.
 */
@NullMarked
package org.legio.core.topology;

import org.jspecify.annotations.NullMarked;
