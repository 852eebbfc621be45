package org.legio.core.repair;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The requests of non-blocking collective operations, by the handles that the program knows. These
 * handles are Legio's own, because MPI's change when an operation is started again. Thread-safe.
 */
public final class PendingTable {
  private final AtomicLong last = new AtomicLong();
  private final Map<Long, PendingRequest> requests = new ConcurrentHashMap<>();

  /** Whether a handle is of this table: odd, as no address of MPI's is. */
  public static boolean isOurs(long handle) {
    return (handle & 1) != 0;
  }

  /** Remembers a request; returns its handle. */
  public long add(PendingRequest request) {
    long handle = 2 * last.incrementAndGet() + 1;
    requests.put(handle, request);
    return handle;
  }

  /** The request of a handle; null for a handle that is not, or no longer, in this table. */
  public @Nullable PendingRequest find(long handle) {
    return isOurs(handle) ? requests.get(handle) : null;
  }

  /** Removes a handle, because the program's request is over. */
  public void forget(long handle) {
    requests.remove(handle);
  }
}
