package org.legio.ulfm.openmpi;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/**
 * The process manager's interface, of which one function is needed: to kill the other ranks of this
 * job, on whatever node they are.
 *
 * <p>{@code MPI_Abort} and {@code PMIx_Abort} end only their caller in a fault-tolerant job of Open
 * MPI 5. PMIx standard 4.1, section 12.2 ({@code PMIx_Job_control}).
 */
final class Pmix {
  private static final String LIBRARY = "libpmix.so.2";
  private static final String KILL = "pmix.jctrl.kill";

  /** Layout of {@code pmix_proc_t}: the namespace, then the rank. */
  private static final int PROC_BYTES = 260;

  private static final int PROC_RANK = 256;

  /** Layout of {@code pmix_info_t}: the key, then a value of a type. */
  private static final int INFO_BYTES = 552;

  private static final int INFO_TYPE = 520;
  private static final int INFO_DATA = 528;
  private static final short TYPE_BOOL = 1;

  private Pmix() {}

  /**
   * Kills ranks of a job.
   *
   * @param namespace the job
   * @param ranks the ranks; at least one
   * @return PMIx's status, 0 for success
   * @throws UnsatisfiedLinkError if there is no PMIx here
   */
  static int kill(String namespace, int[] ranks) {
    Memory procs = new Memory((long) PROC_BYTES * ranks.length);
    procs.clear();
    for (int i = 0; i < ranks.length; i++) {
      procs.setString((long) i * PROC_BYTES, namespace, StandardCharsets.UTF_8.name());
      procs.setInt((long) i * PROC_BYTES + PROC_RANK, ranks[i]);
    }
    Memory info = new Memory(INFO_BYTES);
    info.clear();
    info.setString(0, KILL, StandardCharsets.UTF_8.name());
    info.setShort(INFO_TYPE, TYPE_BOOL);
    info.setByte(INFO_DATA, (byte) 1);
    Memory results = new Memory(2L * Native.POINTER_SIZE);
    results.clear();
    return NativeLibrary.getInstance(LIBRARY)
        .getFunction("PMIx_Job_control")
        .invokeInt(
            new Object[] {
              procs,
              (long) ranks.length,
              info,
              1L,
              results,
              new Pointer(Pointer.nativeValue(results) + Native.POINTER_SIZE)
            });
  }
}
