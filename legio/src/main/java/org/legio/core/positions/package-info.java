/**
 * Where the threads of a rank are: the call, the communicator, the number of the operation on it,
 * since when, and the line of the program.
 *
 * <p>A call only counts ({@link org.legio.core.positions.OperationCounter}); all else is read from
 * the threads' stacks when a caller asks ({@link org.legio.core.positions.Positions}).
 */
@NullMarked
package org.legio.core.positions;

import org.jspecify.annotations.NullMarked;
