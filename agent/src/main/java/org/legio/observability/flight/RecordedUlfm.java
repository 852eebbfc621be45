package org.legio.observability.flight;

import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Ballot;
import org.legio.ulfm.ports.ForwardingUlfm;
import org.legio.ulfm.ports.Ulfm;

/** A {@link Ulfm} whose agreements are events while somebody records them. */
final class RecordedUlfm extends ForwardingUlfm {
  RecordedUlfm(Ulfm ulfm) {
    super(ulfm);
  }

  @Override
  public Agreement agree(long comm, boolean vote) {
    AgreeEvent event = begun(comm, false, vote);
    return ended(event, super.agree(comm, vote));
  }

  @Override
  public Agreement agree(long comm, Ballot ballot, boolean vote) throws Exception {
    AgreeEvent event = begun(comm, true, vote);
    return ended(event, super.agree(comm, ballot, vote));
  }

  @Override
  public PendingAgreement startAgreement(long comm, boolean vote) {
    return recorded(super.startAgreement(comm, vote), begun(comm, false, vote));
  }

  @Override
  public PendingAgreement startAgreement(long comm, Ballot ballot, boolean vote) throws Exception {
    return recorded(super.startAgreement(comm, ballot, vote), begun(comm, true, vote));
  }

  /** The event of an agreement that begins; null while nobody can record it. */
  private static @Nullable AgreeEvent begun(long comm, boolean onBoard, boolean vote) {
    return FlightRecording.isPossible() ? AgreeEvent.begun(comm, onBoard, vote) : null;
  }

  private static Agreement ended(@Nullable AgreeEvent event, Agreement agreement) {
    if (event != null) {
      event.ended(agreement);
    }
    return agreement;
  }

  private static PendingAgreement recorded(PendingAgreement pending, @Nullable AgreeEvent event) {
    if (event == null) {
      return pending;
    }
    return () -> {
      Agreement agreement = pending.poll();
      if (agreement != null) {
        event.ended(agreement);
      }
      return agreement;
    };
  }
}
