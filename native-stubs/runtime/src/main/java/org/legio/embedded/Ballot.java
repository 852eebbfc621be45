package org.legio.embedded;

import org.legio.inprocess.Comm;
import org.legio.inprocess.Decision;

/** Where ranks cast their votes in agreements. */
interface Ballot {
  /** Casts this rank's vote in the next agreement on a communicator. */
  Decision cast(Comm comm, int flags);
}
