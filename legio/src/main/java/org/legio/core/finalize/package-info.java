/** The end of MPI: survivors leave together, though ranks die on the way. */
@NullMarked
package org.legio.core.finalize;

import org.jspecify.annotations.NullMarked;
