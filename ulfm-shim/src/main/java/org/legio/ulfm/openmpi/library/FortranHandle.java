package org.legio.ulfm.openmpi.library;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;

/**
 * Finds the number by which Fortran knows a communicator. Open MPI gives a new communicator the
 * lowest free number, so growing numbers show that communicators are not freed. The number is the
 * same at all members.
 */
public final class FortranHandle {
  private static final Function C2F =
      NativeLibrary.getInstance(MpiLibrary.NAME).getFunction("MPI_Comm_c2f");

  private FortranHandle() {}

  /** The number of the communicator behind a C handle. */
  public static int of(long comm) {
    return C2F.invokeInt(new Object[] {comm});
  }
}
