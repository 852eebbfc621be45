package org.legio.core.windows;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link Window} behind a handle. Windows are few: the table is searched from end to end,
 * and copied at each change, so that searching takes no lock. Thread-safe.
 */
final class WindowRegistry {
  private volatile Window[] windows = {};

  /** The window of a handle, or null for a handle that is not protected. */
  @Nullable Window find(long handle) {
    for (Window each : windows) {
      if (each.handles().win() == handle) {
        return each;
      }
    }
    return null;
  }

  synchronized void add(Window window) {
    Window[] more = Arrays.copyOf(windows, windows.length + 1);
    more[windows.length] = window;
    windows = more;
  }

  synchronized void remove(Window window) {
    windows = Arrays.stream(windows).filter(each -> each != window).toArray(Window[]::new);
  }
}
