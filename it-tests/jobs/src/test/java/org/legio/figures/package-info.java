/** Figures about the code itself: how long, how many parameters. */
@NullMarked
package org.legio.figures;

import org.jspecify.annotations.NullMarked;
