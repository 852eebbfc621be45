package org.legio.core;

import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link Communicator} behind a handle: an open-addressing table that is copied at each
 * change, so that look-ups take one probe and no lock. Thread-safe.
 */
public final class CommunicatorRegistry {
  private volatile Table table = new Table(0);

  /** The communicator of a handle, or null for a handle that is not protected. */
  public @Nullable Communicator find(long handle) {
    return table.find(handle);
  }

  /** Whether there is none. */
  boolean isEmpty() {
    return table.entries == 0;
  }

  synchronized void add(Communicator communicator) {
    table = table.with(communicator);
  }

  synchronized void remove(Communicator communicator) {
    table = table.without(communicator);
  }

  private static final class Table {
    private static final int SPARSENESS = 4;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final @Nullable Communicator[] slots;
    private final int shift;
    private final int entries;

    Table(int entries) {
      this.entries = entries;
      int bits = 32 - Integer.numberOfLeadingZeros(SPARSENESS * Math.max(entries, 1) - 1);
      this.shift = 64 - bits;
      this.slots = new Communicator[1 << bits];
    }

    @Nullable Communicator find(long handle) {
      for (int slot = slotOf(handle); ; slot = (slot + 1) & (slots.length - 1)) {
        Communicator candidate = slots[slot];
        if (candidate == null || candidate.handle() == handle) {
          return candidate;
        }
      }
    }

    Table with(Communicator added) {
      Table copy = new Table(entries + 1);
      copyTo(copy, null);
      copy.put(added);
      return copy;
    }

    Table without(Communicator removed) {
      Table copy = new Table(entries - 1);
      copyTo(copy, removed);
      return copy;
    }

    private void copyTo(Table copy, @Nullable Communicator except) {
      for (Communicator each : slots) {
        if (each != null && each != except) {
          copy.put(each);
        }
      }
    }

    private void put(Communicator communicator) {
      int slot = slotOf(communicator.handle());
      while (slots[slot] != null) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = communicator;
    }

    private int slotOf(long handle) {
      return (int) ((handle * SPREAD) >>> shift);
    }
  }
}
