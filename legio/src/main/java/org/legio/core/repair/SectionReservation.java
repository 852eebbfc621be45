package org.legio.core.repair;

import java.util.TreeSet;

/**
 * Reserves communicators for blocking sections, one at a time in this process.
 *
 * <p>A process reserves, of the communicators that need a section, the one that comes first in an
 * order that is the same at all processes. A section is entered only when all its members have
 * reserved its communicator. So no process waits in one section for a process that is in another.
 * The protocol and why it ends: {@code docs/design/non-blocking.md}. Thread-safe.
 */
final class SectionReservation {
  private final TreeSet<Long> sought = new TreeSet<>();
  private long reserved;
  private boolean isReserved;

  /** Notes that a communicator needs a section; {@code order} is its place in the common order. */
  synchronized void seek(long order) {
    sought.add(order);
  }

  /**
   * Reserves a communicator if it is the first of those that need a section and no other is
   * reserved.
   *
   * @return whether it is reserved now
   */
  synchronized boolean reserve(long order) {
    if (!isReserved && !sought.isEmpty() && sought.first() == order) {
      reserved = order;
      isReserved = true;
    }
    return isReserved && reserved == order;
  }

  /** Gives the reservation up, so that another can be made: not all members have reserved it. */
  synchronized void release(long order) {
    isReserved &= reserved != order;
  }

  /** Ends the section: its communicator is released and needs none any more. */
  synchronized void finish(long order) {
    sought.remove(order);
    release(order);
  }
}
