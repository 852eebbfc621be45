package org.legio.observability.flight;

import org.jspecify.annotations.Nullable;
import org.legio.core.report.Observer;
import org.legio.core.report.RepairRecord;

/** Makes the events. It is loaded when the first is due, for the Flight Recorder is large. */
final class FlightEvents {
  private static final ThreadLocal<@Nullable RepairEvent> UNDER_WAY = new ThreadLocal<>();

  private FlightEvents() {}

  static void rankFailed(int worldRank, String call) {
    RankFailedEvent event = new RankFailedEvent();
    event.rank = worldRank;
    event.call = call;
    event.commit();
  }

  static void repairBegins() {
    RepairEvent event = new RepairEvent();
    event.begin();
    UNDER_WAY.set(event);
  }

  static void repaired(RepairRecord repair) {
    RepairEvent event = UNDER_WAY.get();
    UNDER_WAY.remove();
    if (event == null) { // the recorder has been started meanwhile
      return;
    }
    event.communicator = repair.name();
    event.lost = repair.loss().lost().toString();
    event.lostInWorld = repair.loss().lostInWorld().toString();
    event.left = repair.loss().left();
    event.size = repair.loss().size();
    event.call = repair.call();
    event.commit();
  }

  static void skipped(Observer.Skip skip) {
    OperationSkippedEvent event = new OperationSkippedEvent();
    event.call = skip.call();
    event.role = skip.role();
    event.rank = skip.rank();
    event.commit();
  }
}
