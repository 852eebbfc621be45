package org.legio.ulfm.openmpi;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/** The library's functions for fault tolerance, mapped directly. */
final class MpiFunctions {
  private MpiFunctions() {}

  static void bind() {
    Native.register(MpiFunctions.class, NativeLibrary.getInstance(MpiLibrary.NAME));
  }

  static native int MPIX_Comm_revoke(long comm);

  static native int MPIX_Comm_is_revoked(long comm, long flag);

  static native int MPIX_Comm_shrink(long comm, long newComm);

  static native int MPI_Comm_dup(long comm, long newComm);

  static native int MPI_Comm_free(long commAddress);

  static native int MPIX_Comm_agree(long comm, long flag);

  static native int MPIX_Comm_iagree(long comm, long flag, long request);

  static native int MPI_Test(long request, long done, long status);

  static native int MPIX_Comm_failure_ack(long comm);

  static native int MPIX_Comm_get_failed(long comm, long failedGroup);
}
