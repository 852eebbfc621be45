package org.legio.runtime.engine;

import org.legio.ulfm.ports.Agreement;

/** One agreement of the members of a communicator, as one of them sees it. */
public interface Decision {
  /** All flags set, which is a vote for yes. */
  int ALL = -1;

  /** Whether the member has been told the result; the rest has no meaning before. */
  boolean isReached();

  /** The bitwise AND of all flags. */
  int flags();

  /** Whether there is a death that some member had not acknowledged. */
  boolean hasUnacknowledged();

  /** The context of a communicator of the survivors. */
  CommContext survivors();

  /** The result of a vote. */
  default Agreement result() {
    return flags() != ALL
        ? Agreement.NO
        : hasUnacknowledged() ? Agreement.YES_WITH_DEATHS : Agreement.YES;
  }
}
