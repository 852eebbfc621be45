/**
 * Where the threads of a rank are: in which call, on which communicator, in the how-manieth of its
 * operations, since when; and in which line of the program.
 *
 * <p>The way of a call only counts ({@link org.legio.core.positions.OperationCounter}); all else is
 * found out by whoever asks ({@link org.legio.core.positions.Positions}).
 */
@NullMarked
package org.legio.core.positions;

import org.jspecify.annotations.NullMarked;
