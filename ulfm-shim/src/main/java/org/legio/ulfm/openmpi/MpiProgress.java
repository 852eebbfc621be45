package org.legio.ulfm.openmpi;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import org.legio.runtime.lanes.BackoffIdleStrategy;
import org.legio.runtime.lanes.IdleStrategy;
import org.legio.ulfm.openmpi.library.MpiLibrary;

/**
 * Lets MPI make progress, so that messages of this rank continue while it waits without MPI: by a
 * probe for a message that nobody sends. MPI standard 4.0, section 3.8.1 and 3.5 (progress).
 */
final class MpiProgress {
  private static final int OWN_RANK = 0;

  /** A rank hardly sends this to itself; all message layers allow tags of 22 bits. */
  private static final int TAG = (1 << 22) - 1;

  private static final long STATUS_IGNORE = 0;
  private static final long SELF;
  private static final boolean IS_CORE_SHARED;

  static {
    NativeLibrary library = NativeLibrary.getInstance(MpiLibrary.NAME);
    Native.register(MpiProgress.class, library);
    SELF = Pointer.nativeValue(library.getGlobalVariableAddress("ompi_mpi_comm_self"));
    IS_CORE_SHARED = library.getGlobalVariableAddress("ompi_mpi_yield_when_idle").getByte(0) != 0;
  }

  private MpiProgress() {}

  /** Polls once. */
  static void poll() {
    MPI_Iprobe(OWN_RANK, TAG, SELF, MpiLibrary.cell().address, STATUS_IGNORE);
  }

  /**
   * Whether ranks outnumber the cores that they may use, as MPI knows it: then it yields the core
   * when it waits. The JVM cannot tell, since a rank that is bound to a core sees only that.
   */
  private static boolean isCoreShared() {
    return IS_CORE_SHARED;
  }

  /** Makes what a member of a board waits with. */
  static IdleStrategy newWaiting() {
    return isCoreShared()
        ? BackoffIdleStrategy.onSharedCore(MpiProgress::poll)
        : BackoffIdleStrategy.onOwnCore(MpiProgress::poll);
  }

  private static native int MPI_Iprobe(int source, int tag, long comm, long flag, long status);
}
