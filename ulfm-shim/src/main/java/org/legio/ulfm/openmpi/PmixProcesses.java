package org.legio.ulfm.openmpi;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/**
 * An array of PMIx's {@code pmix_proc_t}: ranks of one job.
 *
 * @param address the array
 * @param size the number of ranks in it
 */
record PmixProcesses(Memory address, long size) {
  /** The size of a {@code pmix_proc_t}: the namespace, then the rank. */
  private static final int BYTES = 260;

  private static final int RANK = 256;

  /**
   * Makes an array of ranks of one job.
   *
   * @param namespace the job
   * @param ranks at least one
   */
  static PmixProcesses of(String namespace, int... ranks) {
    Memory processes = new Memory((long) BYTES * ranks.length);
    processes.clear();
    for (int i = 0; i < ranks.length; i++) {
      processes.setString((long) i * BYTES, namespace, StandardCharsets.UTF_8.name());
      processes.setInt((long) i * BYTES + RANK, ranks[i]);
    }
    return new PmixProcesses(processes, ranks.length);
  }

  /** The rank in a {@code pmix_proc_t} that PMIx has given. */
  static int rankOf(Pointer process) {
    return process.getInt(RANK);
  }
}
