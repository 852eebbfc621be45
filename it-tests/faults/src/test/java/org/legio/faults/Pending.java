package org.legio.faults;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A pending request of a test program.
 *
 * @param request its handle
 * @param attempt the attempt, with the ranks that it needs
 * @param receipt the receive; null if it is none
 * @param ending writes down its status when it is over
 */
record Pending(
    long request, Log.Attempt attempt, @Nullable Receipt receipt, Consumer<long[]> ending) {

  private static final long[] UNTOLD = {};

  /** A send. */
  static Pending send(long request, Log.Attempt attempt) {
    return new Pending(request, attempt, null, status -> {});
  }

  /** A receive into a buffer. */
  static Pending receive(long request, Log.Attempt attempt, Cells buf, Receipt receipt) {
    return new Pending(request, attempt, receipt, status -> receipt.over(status, buf.values()));
  }

  /** A collective operation. */
  static Pending operation(long request, Log.Attempt attempt, Runnable ending) {
    return new Pending(request, attempt, null, status -> ending.run());
  }

  /** The request is over; nothing is known but that. */
  void overUntold() {
    ending.accept(UNTOLD);
  }

  /** The request is over. */
  void over(long[] status) {
    ending.accept(status);
  }
}
