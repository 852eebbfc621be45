/**
 * Collective operations: one engine runs each, a carrier makes its attempts.
 *
 * <p>{@link org.legio.core.collective.CollectiveEngine} asks a {@link
 * org.legio.core.collective.CollectiveCarrier} for an attempt of the call: within one group ({@link
 * org.legio.core.collective.FlatCarrier}) or between two ({@link
 * org.legio.core.collective.InterCarrier}).
 */
@NullMarked
package org.legio.core.collective;

import org.jspecify.annotations.NullMarked;
