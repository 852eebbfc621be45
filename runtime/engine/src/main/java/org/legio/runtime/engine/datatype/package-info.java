/** Datatypes, the items of a message in memory, and reductions. */
@NullMarked
package org.legio.runtime.engine.datatype;

import org.jspecify.annotations.NullMarked;
