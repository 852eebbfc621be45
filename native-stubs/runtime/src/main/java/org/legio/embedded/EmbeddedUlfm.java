package org.legio.embedded;

import org.legio.inprocess.Comm;
import org.legio.inprocess.CommContext;
import org.legio.inprocess.Decision;
import org.legio.inprocess.UlfmCalls;

/** ULFM by votes on the job's memory and revocations through the pipes. */
final class EmbeddedUlfm extends UlfmCalls {
  private final EmbeddedUniverse universe;
  private final Ballot votes;

  EmbeddedUlfm(EmbeddedUniverse universe, Ballot votes) {
    super(universe.state());
    this.universe = universe;
    this.votes = votes;
  }

  @Override
  protected void spreadRevocation(CommContext context) {
    universe.spreadRevocation(context.id);
  }

  @Override
  protected Decision join(Comm comm, int flags) {
    return votes.cast(comm, flags);
  }
}
