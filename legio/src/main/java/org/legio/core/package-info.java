/**
 * Resilience, the flat layout: what an unchanged program's calls do instead of failing.
 *
 * <p>A call's handler finds the {@link org.legio.core.communicator.Communicator} behind the
 * program's handle, and that communicator's {@link org.legio.core.repair.Substitute} does the work.
 * The packages from the bottom up: {@code text}, {@code settings}, {@code ranks}, {@code
 * positions}, {@code report}, {@code buffer}; {@code repair}, the protocol; {@code communicator},
 * {@code collective}, {@code message}; {@code creation}, {@code finalize}; {@code topology}, {@code
 * files}, {@code windows}, {@code watch}. Here are the handlers that need all of a job: blocks,
 * questions, refusals.
 */
@NullMarked
package org.legio.core;

import org.jspecify.annotations.NullMarked;
