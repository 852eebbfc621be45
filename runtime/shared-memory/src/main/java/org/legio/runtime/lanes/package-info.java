/**
 * Shared memory that outlives its writers: a board of lanes, one for each member, in which entries
 * are published and pulled. See {@code docs/design/board.md}.
 */
@NullMarked
package org.legio.runtime.lanes;

import org.jspecify.annotations.NullMarked;
