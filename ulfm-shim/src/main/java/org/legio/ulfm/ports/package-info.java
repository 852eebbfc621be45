/**
 * The only way to MPI: the ports {@link org.legio.ulfm.ports.Pmpi}, {@link
 * org.legio.ulfm.ports.Ulfm}, {@link org.legio.ulfm.ports.Binding} and {@link
 * org.legio.ulfm.ports.Job}. All other modules use MPI through these ports, so that the same code
 * runs on every runtime.
 *
 * <p>Handles are the {@code long} values of Open MPI's Java binding: the address of the C object.
 */
@NullMarked
package org.legio.ulfm.ports;

import org.jspecify.annotations.NullMarked;
