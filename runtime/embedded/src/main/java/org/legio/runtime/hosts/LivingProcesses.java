package org.legio.runtime.hosts;

import java.util.Arrays;

/**
 * Which processes live.
 *
 * @param here those that live on this host
 * @param lasting those that have not failed, on whatever host: one that has left MPI may be
 *     restarted, too, if its host is lost
 * @param lastingHere those of them on this host
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and it changes
record LivingProcesses(boolean[] here, boolean[] lasting, boolean[] lastingHere) {
  LivingProcesses(int processes) {
    this(new boolean[processes], new boolean[processes], new boolean[processes]);
    Arrays.fill(lasting, true);
  }
}
