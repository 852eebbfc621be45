/**
 * Finds ranks that are alive but do not continue: collectives past their deadline, and processes
 * that do not answer. Loaded only if one of the two settings is on.
 *
 * <p>No thread of this package calls MPI once the ranks have told each other how they are reached.
 * The protocol is described in {@code docs/design/hung-ranks.md}.
 */
@NullMarked
package org.legio.core.watch;

import org.jspecify.annotations.NullMarked;
