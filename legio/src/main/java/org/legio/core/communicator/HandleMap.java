package org.legio.core.communicator;

import org.jspecify.annotations.Nullable;

/**
 * Maps handles to objects: an open-addressing table that is copied at each change, so that a
 * look-up takes one probe, no lock and no memory. Thread-safe.
 *
 * @param <T> the type of the objects
 */
public final class HandleMap<T> {
  private volatile Table table = new Table(0);

  /** Makes an empty one. */
  public HandleMap() {}

  /** The object of a handle; null for none. */
  public @Nullable T find(long handle) {
    @SuppressWarnings("unchecked") // put() puts nothing else in
    T value = (T) table.find(handle);
    return value;
  }

  boolean isEmpty() {
    return table.entries == 0;
  }

  /** Sets the object of a handle, in place of an earlier one. */
  public synchronized void put(long handle, T value) {
    table = table.without(handle).with(handle, value);
  }

  /** Removes a handle if this is its object. */
  public synchronized void remove(long handle, T value) {
    if (table.find(handle) == value) {
      table = table.without(handle);
    }
  }

  private static final class Table {
    private static final int SPARSENESS = 4;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final long[] handles;
    private final @Nullable Object[] values;
    private final int shift;
    private final int entries;

    Table(int entries) {
      this.entries = entries;
      int bits = 32 - Integer.numberOfLeadingZeros(SPARSENESS * Math.max(entries, 1) - 1);
      this.shift = 64 - bits;
      this.handles = new long[1 << bits];
      this.values = new Object[1 << bits];
    }

    @Nullable Object find(long handle) {
      return values[slotOf(handle)];
    }

    Table with(long handle, Object value) {
      Table copy = new Table(entries + 1);
      copyTo(copy, -1);
      copy.fill(handle, value);
      return copy;
    }

    Table without(long handle) {
      int slot = slotOf(handle);
      if (values[slot] == null) {
        return this;
      }
      Table copy = new Table(entries - 1);
      copyTo(copy, slot);
      return copy;
    }

    private void copyTo(Table copy, int exceptSlot) {
      for (int slot = 0; slot < values.length; slot++) {
        Object value = values[slot];
        if (value != null && slot != exceptSlot) {
          copy.fill(handles[slot], value);
        }
      }
    }

    private void fill(long handle, Object value) {
      int slot = slotOf(handle);
      handles[slot] = handle;
      values[slot] = value;
    }

    /** Where a handle is, or would be. */
    private int slotOf(long handle) {
      int slot = (int) ((handle * SPREAD) >>> shift);
      while (values[slot] != null && handles[slot] != handle) {
        slot = (slot + 1) & (values.length - 1);
      }
      return slot;
    }
  }
}
