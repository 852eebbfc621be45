package org.legio.runtime.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of objects by numbers that makes no objects when it is asked: open addressing, a power of
 * two of places, at most half of them taken.
 */
final class LongTable<T> {
  private static final int FIRST_PLACES = 16;
  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

  private long[] keys = new long[FIRST_PLACES];
  private @Nullable Object[] values = new Object[FIRST_PLACES];
  private int size;

  /** How many entries there are. */
  int size() {
    return size;
  }

  private int placeOf(long key) {
    int mask = keys.length - 1;
    int place = (int) ((key * SPREAD) >>> 40) & mask;
    while (values[place] != null && keys[place] != key) {
      place = (place + 1) & mask;
    }
    return place;
  }

  @SuppressWarnings("unchecked") // only put stores values
  @Nullable T get(long key) {
    return (T) values[placeOf(key)];
  }

  void put(long key, T value) {
    int place = placeOf(key);
    size += values[place] == null ? 1 : 0;
    keys[place] = key;
    values[place] = value;
    if (2 * size > keys.length) {
      refill(2 * keys.length, key, true);
    }
  }

  void remove(long key) {
    if (values[placeOf(key)] != null) {
      refill(keys.length, key, false);
    }
  }

  /** Puts all entries into new places, with or without that of one key. */
  private void refill(int places, long key, boolean isKept) {
    long[] oldKeys = keys;
    @Nullable Object[] oldValues = values;
    keys = new long[places];
    values = new Object[places];
    size = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != null && (isKept || oldKeys[i] != key)) {
        int place = placeOf(oldKeys[i]);
        keys[place] = oldKeys[i];
        values[place] = oldValues[i];
        size++;
      }
    }
  }

  /** All values, in an order that depends on the keys only. */
  @SuppressWarnings("unchecked") // only put stores values
  List<T> values() {
    List<T> all = new ArrayList<>();
    for (Object value : values) {
      if (value != null) {
        all.add((T) value);
      }
    }
    return all;
  }
}
