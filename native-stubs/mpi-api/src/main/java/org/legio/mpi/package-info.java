/** What package {@code mpi} is made with, kept out of it because its members are dictated. */
@NullMarked
package org.legio.mpi;

import org.jspecify.annotations.NullMarked;
