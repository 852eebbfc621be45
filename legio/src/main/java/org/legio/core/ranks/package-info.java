/**
 * Ranks: those of the world, those that are dead, and how original ranks become substitute ranks.
 */
@NullMarked
package org.legio.core.ranks;

import org.jspecify.annotations.NullMarked;
