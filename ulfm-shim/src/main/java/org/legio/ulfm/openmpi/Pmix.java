package org.legio.ulfm.openmpi;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Calls the two functions of the process manager that are needed: to kill the other ranks of this
 * job, on whatever node they are, and to tell them of a failure.
 *
 * <p>{@code MPI_Abort} and {@code PMIx_Abort} end only their caller in a fault-tolerant job of Open
 * MPI 5. PMIx standard 4.1, sections 12.2 ({@code PMIx_Job_control}) and 9.4 ({@code
 * PMIx_Notify_event}).
 */
final class Pmix {
  private static final String LIBRARY = "libpmix.so.2";
  private static final String KILL = "pmix.jctrl.kill";

  private static final String AFFECTED_PROC = "pmix.evproc";

  /** The event that mpirun sends when a rank was killed by a signal. */
  private static final int ABORTED_BY_SIGNAL = -402;

  /** {@code PMIX_ERR_INIT}: this process has not initialized MPI yet, or has finalized it. */
  static final int NOT_INITIALIZED = -31;

  /** The range of an event: all ranks of the job, on all nodes. */
  static final byte RANGE_NAMESPACE = 3;

  /** The range of an event: the ranks that the event names. */
  static final byte RANGE_CUSTOM = 6;

  static final String CUSTOM_RANGE = "pmix.evrange";

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
    PmixProcesses victims = PmixProcesses.of(namespace, ranks);
    PmixInfo kill = new PmixInfo(1).yes(KILL);
    Memory results = new Memory(2L * Native.POINTER_SIZE);
    results.clear();
    return call(
        "PMIx_Job_control",
        victims.address(),
        victims.size(),
        kill.address(),
        kill.size(),
        results,
        new Pointer(Pointer.nativeValue(results) + Native.POINTER_SIZE));
  }

  /**
   * Tells all ranks of a job that one has failed, except that one itself, which its MPI would end.
   *
   * @param namespace the job
   * @param size how many ranks it began with
   * @param own the rank that tells it
   * @param failed the rank that has failed
   * @return PMIx's status, 0 for success
   * @throws UnsatisfiedLinkError if there is no PMIx here
   */
  static int announceFailure(String namespace, int size, int own, int failed) {
    PmixInfo infos = new PmixInfo(2).process(AFFECTED_PROC, PmixProcesses.of(namespace, failed));
    if (own != failed) {
      return notify(ABORTED_BY_SIGNAL, namespace, own, RANGE_NAMESPACE, infos);
    }
    int[] others = IntStream.range(0, size).filter(rank -> rank != own).toArray();
    infos.processes(CUSTOM_RANGE, PmixProcesses.of(namespace, others));
    return notify(ABORTED_BY_SIGNAL, namespace, own, RANGE_CUSTOM, infos);
  }

  /**
   * Sends an event.
   *
   * @param own the rank that sends it
   * @param range which ranks get it
   * @return PMIx's status, 0 or more for success
   */
  static int notify(int code, String namespace, int own, byte range, PmixInfo infos) {
    PmixProcesses source = PmixProcesses.of(namespace, own);
    return call(
        "PMIx_Notify_event",
        code,
        source.address(),
        range,
        infos.address(),
        infos.size(),
        null,
        null);
  }

  static int call(String function, @Nullable Object... arguments) {
    return NativeLibrary.getInstance(LIBRARY).getFunction(function).invokeInt(arguments);
  }
}
