package org.legio.core.report;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * The program's listeners to repairs. An exception of one is logged and does not reach the others.
 */
public final class RepairListeners {
  private final List<Consumer<RepairRecord>> listeners = new CopyOnWriteArrayList<>();

  /** Adds one, to be called on the thread whose call has repaired. */
  public void add(Consumer<RepairRecord> listener) {
    listeners.add(listener);
  }

  /** Removes a listener, if it has been added. */
  public void remove(Consumer<RepairRecord> listener) {
    listeners.remove(listener);
  }

  /** Tells all of them, in the order in which they were added. */
  public void tell(RepairRecord repair) {
    for (Consumer<RepairRecord> listener : listeners) {
      try {
        listener.accept(repair);
      } catch (Exception | Error e) {
        LoggerFactory.getLogger("legio")
            .error("legio: a listener for repairs has failed: {}", listener, e);
      }
    }
  }
}
