package org.legio.inprocess;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One rank's handles of one kind. A handle that has been freed is given out again at once, as Open
 * MPI does with the addresses that its handles are.
 */
final class Handles<T> {
  private static final int KIND_SHIFT = 40;
  private static final int RANK_SHIFT = 28;
  private static final int STEP = 16;

  private final long base;
  private final ArrayList<@Nullable T> objects = new ArrayList<>();
  private final ArrayList<Integer> free = new ArrayList<>();

  /**
   * Begins with none.
   *
   * @param kind tells the kinds of handles apart
   */
  Handles(int kind, int rank) {
    this.base = ((long) kind << KIND_SHIFT) + ((long) rank << RANK_SHIFT);
  }

  long add(T object) {
    int index;
    if (free.isEmpty()) {
      index = objects.size();
      objects.add(object);
    } else {
      index = free.remove(free.size() - 1);
      objects.set(index, object);
    }
    return base + (long) STEP * (index + 1);
  }

  @Nullable T find(long handle) {
    int index = index(handle);
    return index < 0 ? null : objects.get(index);
  }

  void remove(long handle) {
    int index = index(handle);
    if (index >= 0 && objects.get(index) != null) {
      objects.set(index, null);
      free.add(index);
    }
  }

  private int index(long handle) {
    long index = (handle - base) / STEP - 1;
    return (handle - base) % STEP != 0 || index < 0 || index >= objects.size() ? -1 : (int) index;
  }

  /** Those that have not been removed, in the order of their handles. */
  List<T> open() {
    List<T> open = new ArrayList<>();
    for (T object : objects) {
      if (object != null) {
        open.add(object);
      }
    }
    return open;
  }
}
