package org.legio.observability.flight;

import jdk.jfr.FlightRecorder;
import org.legio.core.report.Observer;
import org.legio.core.report.RepairRecord;
import org.legio.core.report.Report;
import org.legio.ulfm.ports.Ulfm;

/**
 * Hands what happens on to the Flight Recorder, as soon as somebody has started it, be that on the
 * command line or later. Until then it is one look at a field, and no class of an event is loaded.
 */
public final class FlightRecording implements Observer {
  private static final boolean IS_THERE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private final Report report;
  private boolean tellsDecisions;

  /**
   * Records nothing yet.
   *
   * @param report how operations are decided, and how ranks survive
   */
  public FlightRecording(Report report) {
    this.report = report;
  }

  /** Whether a recording may be running. */
  static boolean isPossible() {
    return IS_THERE && FlightRecorder.isInitialized();
  }

  /** The same, each of whose agreements is an event; itself where the JDK has no recorder. */
  public static Ulfm of(Ulfm ulfm) {
    return IS_THERE ? new RecordedUlfm(ulfm) : ulfm;
  }

  /**
   * Looks whether a recording may be running, and if so, has it told from now on how operations are
   * decided. It is called at the beginning, the end, and each event: a listener for the recorder
   * would be told at once, but costs every job 60 classes.
   */
  public synchronized boolean look() {
    if (isPossible() && !tellsDecisions) {
      tellsDecisions = true;
      DecisionsEvent.register(report.decisions());
      ReplicaGroupsEvent.register(report);
    }
    return tellsDecisions;
  }

  @Override
  public void died(int worldRank, String call) {
    if (look()) {
      FlightEvents.rankFailed(worldRank, call);
    }
  }

  @Override
  public void repairBegins() {
    if (look()) {
      FlightEvents.repairBegins();
    }
  }

  @Override
  public void repaired(RepairRecord repair) {
    if (look()) {
      FlightEvents.repaired(repair);
    }
  }

  @Override
  public void skipped(Skip skip) {
    if (look()) {
      FlightEvents.skipped(skip);
    }
  }
}
