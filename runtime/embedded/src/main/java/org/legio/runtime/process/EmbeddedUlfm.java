package org.legio.runtime.process;

import org.legio.runtime.engine.Comm;
import org.legio.runtime.engine.CommContext;
import org.legio.runtime.engine.Decision;
import org.legio.runtime.engine.UlfmCalls;
import org.legio.runtime.shm.Ballot;

/** ULFM by votes on the job's memory and revocations through the pipes. */
public final class EmbeddedUlfm extends UlfmCalls {
  private final EmbeddedUniverse universe;
  private final Ballot votes;

  public EmbeddedUlfm(EmbeddedUniverse universe, Ballot votes) {
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
