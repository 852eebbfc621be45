package org.legio.observability.flight;

import jdk.jfr.FlightRecorder;
import org.legio.core.report.Decisions;
import org.legio.core.report.Observer;
import org.legio.core.report.RepairRecord;
import org.legio.ulfm.Ulfm;

/**
 * Hands what happens on to the Flight Recorder, as soon as somebody has started it, be that on the
 * command line or later. Until then it is one look at a field, and no class of an event is loaded.
 */
public final class FlightRecording implements Observer {
  private static final boolean IS_THERE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  /** Whether a recording may be running. */
  static boolean isPossible() {
    return IS_THERE && FlightRecorder.isInitialized();
  }

  /** The same, each of whose agreements is an event; itself where the JDK has no recorder. */
  public static Ulfm of(Ulfm ulfm) {
    return IS_THERE ? new RecordedUlfm(ulfm) : ulfm;
  }

  /** Tells recordings how operations are decided, as soon as there are any. */
  public static void show(Decisions decisions) {
    if (IS_THERE) {
      DecisionsEvent.registerWithRecorder(decisions);
    }
  }

  @Override
  public void died(int worldRank, String call) {
    if (isPossible()) {
      FlightEvents.rankFailed(worldRank, call);
    }
  }

  @Override
  public void repairBegins() {
    if (isPossible()) {
      FlightEvents.repairBegins();
    }
  }

  @Override
  public void repaired(RepairRecord repair) {
    if (isPossible()) {
      FlightEvents.repaired(repair);
    }
  }

  @Override
  public void skipped(Skip skip) {
    if (isPossible()) {
      FlightEvents.skipped(skip);
    }
  }
}
