package org.legio.runtime.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Maps one rank's handles of one kind to their objects. A freed handle is given out again at once,
 * as in Open MPI, where handles are addresses. So tests find code that takes a new handle for an
 * old one.
 */
public final class Handles<T> {
  private static final int KIND_SHIFT = 40;
  private static final int RANK_SHIFT = 28;
  private static final int STEP = 16;

  private final long base;
  private final ArrayList<@Nullable T> objects = new ArrayList<>();
  private final ArrayList<Integer> free = new ArrayList<>();

  /**
   * Begins without handles.
   *
   * @param kind a number that tells the kinds of handles apart
   */
  Handles(int kind, int rank) {
    this.base = ((long) kind << KIND_SHIFT) + ((long) rank << RANK_SHIFT);
  }

  public long add(T object) {
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

  public @Nullable T find(long handle) {
    int index = index(handle);
    return index < 0 ? null : objects.get(index);
  }

  public void remove(long handle) {
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

  /** The objects that have not been removed, in the order of their handles. */
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
