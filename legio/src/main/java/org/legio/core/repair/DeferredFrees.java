package org.legio.core.repair;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * Puts off the frees of objects that MPI would keep for operations under way, but Legio may have to
 * start those operations again with. Thread-safe.
 */
public final class DeferredFrees {
  private final Progress progress;
  private final Queue<Deferred> deferred = new ArrayDeque<>();

  /** Frees an object of MPI. */
  @FunctionalInterface
  public interface Free {
    void run() throws Exception;
  }

  private record Deferred(BooleanSupplier isNeeded, Free free) {}

  public DeferredFrees(Progress progress) {
    this.progress = progress;
  }

  /**
   * Frees an object as soon as no operation is under way; it is looked for that now, and when the
   * next object is added.
   *
   * @param isNeeded whether something else still needs the object
   */
  public synchronized void add(BooleanSupplier isNeeded, Free free) throws Exception {
    deferred.add(new Deferred(isNeeded, free));
    int looks = progress.isIdle() ? deferred.size() : 0;
    for (int look = 0; look < looks; look++) {
      Deferred oldest = deferred.remove();
      if (oldest.isNeeded().getAsBoolean()) {
        deferred.add(oldest);
      } else {
        oldest.free().run();
      }
    }
  }
}
