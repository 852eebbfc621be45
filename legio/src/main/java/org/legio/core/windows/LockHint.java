package org.legio.core.windows;

import java.util.Locale;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Pmpi;

/**
 * The program's promise about a window that nobody will lock it: the hint {@code no_locks}.
 *
 * <p>MPI is not told of it, for it would refuse Legio's own locks as well. The program sees it
 * where it asks, and its locks are refused, for good, where MPI would refuse them. Its info objects
 * stay as they are.
 */
final class LockHint {
  private static final String KEY = "no_locks";
  private static final String KEPT_FROM_MPI = "false";

  private final Pmpi pmpi;
  private final long infoNull;
  private final long win;
  private boolean shown;
  private boolean forbids;

  /** Gives a window's info to MPI. */
  @FunctionalInterface
  interface Taker {
    void take(long info) throws Exception;
  }

  /**
   * None yet.
   *
   * @param win the window, as MPI knows it
   */
  LockHint(Context context, long win) {
    this.pmpi = context.pmpi();
    this.infoNull = context.binding().infoNull();
    this.win = win;
  }

  /** Has MPI given an info without the hint. */
  static void keepFromMpi(Context context, long info, Taker taker) throws Exception {
    Pmpi pmpi = context.pmpi();
    if (!isTrue(valueIn(pmpi, info, context.binding().infoNull()))) {
      taker.take(info);
      return;
    }
    long copy = pmpi.infoDup(info);
    try {
      pmpi.infoSet(copy, KEY, KEPT_FROM_MPI);
      taker.take(copy);
    } finally {
      pmpi.infoFree(copy);
    }
  }

  /** Takes note of an info that the program has given for the window, then or now. */
  void note(long info) throws Exception {
    String value = valueIn(pmpi, info, infoNull);
    if (!value.isEmpty() && isKnownToMpi()) {
      shown = isTrue(value);
      forbids |= shown;
    }
  }

  /** MPI shows the hint of those windows whose locks it would refuse for it, and of no others. */
  private boolean isKnownToMpi() throws Exception {
    long info = pmpi.winGetInfo(win);
    try {
      return !valueIn(pmpi, info, infoNull).isEmpty();
    } finally {
      pmpi.infoFree(info);
    }
  }

  /** Whether the program's locks are refused. */
  boolean forbids() {
    return forbids;
  }

  /** A new info object that shows the window's hints. */
  long show() throws Exception {
    long info = pmpi.winGetInfo(win);
    if (shown) {
      pmpi.infoSet(info, KEY, "true");
    }
    return info;
  }

  /** Empty if the hint is not in it. */
  private static String valueIn(Pmpi pmpi, long info, long infoNull) throws Exception {
    String value = info == infoNull ? null : pmpi.infoGet(info, KEY);
    return value == null ? "" : value.strip().toLowerCase(Locale.ROOT);
  }

  /** As Open MPI reads it: yes, what begins with true, and numbers but 0. */
  private static boolean isTrue(String value) {
    return value.equals("yes") || value.startsWith("true") || value.matches("0*[1-9].*");
  }
}
