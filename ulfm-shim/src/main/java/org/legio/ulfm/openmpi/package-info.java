/**
 * Adapts the ports to Open MPI 5 and later: the binding's renamed natives by {@code invokedynamic},
 * ULFM and the operating system through JNA.
 */
@NullMarked
package org.legio.ulfm.openmpi;

import org.jspecify.annotations.NullMarked;
