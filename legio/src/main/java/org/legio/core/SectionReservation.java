package org.legio.core;

import java.util.TreeSet;

/**
 * The promises of this process to enter a blocking section on a communicator: one at a time, for
 * that which comes first in an order that is the same at all processes. Nobody enters a section
 * until all its members have promised it, so nobody waits in one for somebody who is in another.
 *
 * <p>The protocol is described in {@code docs/design/non-blocking.md}. Thread-safe.
 */
final class SectionReservation {
  private final TreeSet<Long> sought = new TreeSet<>();
  private long given;
  private boolean isGiven;

  /** A communicator needs a section; it is named by its place in the common order. */
  synchronized void seek(long order) {
    sought.add(order);
  }

  /** Promises a section if nothing stands against it; whether it is promised now. */
  synchronized boolean give(long order) {
    if (!isGiven && !sought.isEmpty() && sought.first() == order) {
      given = order;
      isGiven = true;
    }
    return isGiven && given == order;
  }

  /** Not all have promised the section: this process is free to promise another. */
  synchronized void takeBack(long order) {
    isGiven &= given != order;
  }

  /** The section is over. */
  synchronized void fulfil(long order) {
    sought.remove(order);
    takeBack(order);
  }
}
