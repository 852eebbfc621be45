package org.legio.ulfm.openmpi.library;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/** The library's functions for fault tolerance, mapped directly. */
public final class MpiFunctions {
  private MpiFunctions() {}

  public static void bind() {
    Native.register(MpiFunctions.class, NativeLibrary.getInstance(MpiLibrary.NAME));
  }

  public static native int MPIX_Comm_revoke(long comm);

  public static native int MPIX_Comm_is_revoked(long comm, long flag);

  public static native int MPIX_Comm_shrink(long comm, long newComm);

  public static native int MPI_Comm_dup(long comm, long newComm);

  public static native int MPI_Comm_free(long commAddress);

  public static native int MPIX_Comm_agree(long comm, long flag);

  public static native int MPIX_Comm_iagree(long comm, long flag, long request);

  public static native int MPI_Test(long request, long done, long status);

  public static native int MPIX_Comm_failure_ack(long comm);

  public static native int MPIX_Comm_get_failed(long comm, long failedGroup);
}
