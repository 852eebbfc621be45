package org.legio.runtime.shm;

import org.legio.runtime.engine.Comm;
import org.legio.runtime.engine.Decision;

/** Where ranks cast their votes in agreements. */
public interface Ballot {
  /** Casts this rank's vote in the next agreement on a communicator. */
  Decision cast(Comm comm, int flags);
}
