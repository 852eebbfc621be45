package org.legio.faults;

import org.jspecify.annotations.Nullable;

/**
 * A request of a test program that is not over.
 *
 * @param request its handle
 * @param attempt whom it needs
 * @param buf its buffer
 * @param receipt what it is to receive; null for a send
 */
record Pending(long request, Log.Attempt attempt, Cells buf, @Nullable Receipt receipt) {

  /** The request is over. */
  void over(long[] status) {
    if (receipt != null) {
      receipt.over(status, buf.values());
    }
  }
}
