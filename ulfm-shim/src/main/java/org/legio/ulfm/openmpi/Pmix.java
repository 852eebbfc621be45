package org.legio.ulfm.openmpi;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/**
 * The process manager's interface, of which two functions are needed: to kill the other ranks of
 * this job, on whatever node they are, and to tell them of a failure.
 *
 * <p>{@code MPI_Abort} and {@code PMIx_Abort} end only their caller in a fault-tolerant job of Open
 * MPI 5. PMIx standard 4.1, sections 12.2 ({@code PMIx_Job_control}) and 9.4 ({@code
 * PMIx_Notify_event}).
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
  private static final short TYPE_PROC = 22;

  private static final String AFFECTED_PROC = "pmix.evproc";

  /** The event of which mpirun tells when a rank was killed by a signal. */
  private static final int ABORTED_BY_SIGNAL = -402;

  /** Who is told: all ranks of the job, whatever their node. */
  private static final byte RANGE_NAMESPACE = 3;

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
      writeProc(procs, (long) i * PROC_BYTES, namespace, ranks[i]);
    }
    Memory info = newInfo(KILL, TYPE_BOOL);
    info.setByte(INFO_DATA, (byte) 1);
    Memory results = new Memory(2L * Native.POINTER_SIZE);
    results.clear();
    return call(
        "PMIx_Job_control",
        procs,
        (long) ranks.length,
        info,
        1L,
        results,
        new Pointer(Pointer.nativeValue(results) + Native.POINTER_SIZE));
  }

  /**
   * Tells all ranks of a job that one has failed.
   *
   * @param namespace the job
   * @param own the rank that tells it
   * @param failed the rank that has failed
   * @return PMIx's status, 0 for success
   * @throws UnsatisfiedLinkError if there is no PMIx here
   */
  static int announceFailure(String namespace, int own, int failed) {
    Memory source = newProc(namespace, own);
    Memory affected = newProc(namespace, failed);
    Memory info = newInfo(AFFECTED_PROC, TYPE_PROC);
    info.setPointer(INFO_DATA, affected);
    Pointer untilDone = Pointer.NULL;
    return call(
        "PMIx_Notify_event",
        ABORTED_BY_SIGNAL,
        source,
        RANGE_NAMESPACE,
        info,
        1L,
        untilDone,
        Pointer.NULL);
  }

  private static int call(String function, Object... arguments) {
    return NativeLibrary.getInstance(LIBRARY).getFunction(function).invokeInt(arguments);
  }

  private static Memory newProc(String namespace, int rank) {
    Memory proc = new Memory(PROC_BYTES);
    proc.clear();
    writeProc(proc, 0, namespace, rank);
    return proc;
  }

  private static void writeProc(Memory memory, long offset, String namespace, int rank) {
    memory.setString(offset, namespace, StandardCharsets.UTF_8.name());
    memory.setInt(offset + PROC_RANK, rank);
  }

  private static Memory newInfo(String key, short type) {
    Memory info = new Memory(INFO_BYTES);
    info.clear();
    info.setString(0, key, StandardCharsets.UTF_8.name());
    info.setShort(INFO_TYPE, type);
    return info;
  }
}
