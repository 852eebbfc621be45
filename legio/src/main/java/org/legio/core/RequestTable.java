package org.legio.core;

import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MpiConstants;

/**
 * Remembers for each pending request what it waits for: whom, in which communicator. An
 * open-addressing table of primitive columns, so that a message allocates nothing. Thread-safe.
 */
final class RequestTable {
  private static final int FIRST_SLOTS = 64;

  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final long FREE = 0;

  private long[] handles = new long[FIRST_SLOTS];
  private @Nullable Communicator[] comms = new Communicator[FIRST_SLOTS];
  private int[] partners = new int[FIRST_SLOTS];
  private int[] tags = new int[FIRST_SLOTS];
  private boolean[] receives = new boolean[FIRST_SLOTS];
  private int entries;

  /**
   * What a request waits for.
   *
   * @param comm the communicator
   * @param receives whether it receives; it sends otherwise
   * @param partner the original rank of the source or destination, or {@code ANY_SOURCE}
   * @param tag the tag of a receive
   */
  record Entry(Communicator comm, boolean receives, int partner, int tag) {
    /** Whether it may be anybody's message. */
    boolean isAnySource() {
      return receives && partner == MpiConstants.ANY_SOURCE;
    }
  }

  /** Remembers a request to send; returns its handle. */
  long sent(Communicator comm, int dest, long handle) {
    put(handle, comm, false, dest, 0);
    return handle;
  }

  /** Remembers a request to receive; returns its handle. */
  long received(Communicator comm, int source, int tag, long handle) {
    put(handle, comm, true, source, tag);
    return handle;
  }

  private synchronized void put(
      long handle, Communicator comm, boolean receive, int partner, int tag) {
    if (2 * entries >= handles.length) {
      grow();
    }
    int slot = slotOf(handle);
    entries += handles[slot] == FREE ? 1 : 0;
    fill(slot, handle, comm, receive, partner, tag);
  }

  /** What a request waits for; null for one that is not remembered. */
  synchronized @Nullable Entry find(long handle) {
    int slot = slotOf(handle);
    Communicator comm = comms[slot];
    return handles[slot] == FREE || comm == null
        ? null
        : new Entry(comm, receives[slot], partners[slot], tags[slot]);
  }

  /** The communicator of a request; null for one that is not remembered. */
  synchronized @Nullable Communicator communicator(long handle) {
    int slot = slotOf(handle);
    return handles[slot] == FREE ? null : comms[slot];
  }

  /** Forgets a request that is done. */
  synchronized void remove(long handle) {
    int slot = slotOf(handle);
    if (handles[slot] == FREE) {
      return;
    }
    entries--;
    int mask = handles.length - 1;
    int hole = slot;
    for (int next = (slot + 1) & mask; handles[next] != FREE; next = (next + 1) & mask) {
      int home = homeOf(handles[next]);
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        fill(hole, handles[next], comms[next], receives[next], partners[next], tags[next]);
        hole = next;
      }
    }
    fill(hole, FREE, null, false, 0, 0);
  }

  /** How many requests are remembered. */
  synchronized int size() {
    return entries;
  }

  private void fill(
      int slot, long handle, @Nullable Communicator comm, boolean receive, int partner, int tag) {
    handles[slot] = handle;
    comms[slot] = comm;
    receives[slot] = receive;
    partners[slot] = partner;
    tags[slot] = tag;
  }

  private void grow() {
    long[] oldHandles = handles;
    Communicator[] oldComms = comms;
    int[] oldPartners = partners;
    int[] oldTags = tags;
    boolean[] oldReceives = receives;
    int slots = 2 * handles.length;
    handles = new long[slots];
    comms = new Communicator[slots];
    partners = new int[slots];
    tags = new int[slots];
    receives = new boolean[slots];
    for (int old = 0; old < oldHandles.length; old++) {
      if (oldHandles[old] != FREE) {
        fill(
            slotOf(oldHandles[old]),
            oldHandles[old],
            oldComms[old],
            oldReceives[old],
            oldPartners[old],
            oldTags[old]);
      }
    }
  }

  /** Where a handle is, or would be. */
  private int slotOf(long handle) {
    int slot = homeOf(handle);
    while (handles[slot] != FREE && handles[slot] != handle) {
      slot = (slot + 1) & (handles.length - 1);
    }
    return slot;
  }

  private int homeOf(long handle) {
    return (int) ((handle * SPREAD) >>> (1 + Long.numberOfLeadingZeros(handles.length)));
  }
}
