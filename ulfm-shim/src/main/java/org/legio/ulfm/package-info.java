/**
 * The only way to MPI: the ports {@link org.legio.ulfm.Pmpi}, {@link org.legio.ulfm.Ulfm}, {@link
 * org.legio.ulfm.Binding} and {@link org.legio.ulfm.Job}. All other modules use MPI through these
 * ports, so that the same code runs on every runtime.
 *
 * <p>Handles are the {@code long} values of Open MPI's Java binding: the address of the C object.
 */
@NullMarked
package org.legio.ulfm;

import org.jspecify.annotations.NullMarked;
