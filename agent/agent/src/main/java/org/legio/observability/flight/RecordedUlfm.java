package org.legio.observability.flight;

import org.legio.ulfm.Agreement;
import org.legio.ulfm.ForwardingUlfm;
import org.legio.ulfm.Ulfm;

/** A {@link Ulfm} whose agreements are events while somebody records them. */
final class RecordedUlfm extends ForwardingUlfm {
  RecordedUlfm(Ulfm ulfm) {
    super(ulfm);
  }

  @Override
  public Agreement agree(long comm, boolean vote) {
    if (!FlightRecording.isPossible()) {
      return super.agree(comm, vote);
    }
    AgreeEvent event = AgreeEvent.begun(comm, vote);
    Agreement agreement = super.agree(comm, vote);
    event.ended(agreement);
    return agreement;
  }

  @Override
  public PendingAgreement startAgreement(long comm, boolean vote) {
    PendingAgreement pending = super.startAgreement(comm, vote);
    return FlightRecording.isPossible() ? recorded(pending, comm, vote) : pending;
  }

  private static PendingAgreement recorded(PendingAgreement pending, long comm, boolean vote) {
    AgreeEvent event = AgreeEvent.begun(comm, vote);
    return () -> {
      Agreement agreement = pending.poll();
      if (agreement != null) {
        event.ended(agreement);
      }
      return agreement;
    };
  }
}
