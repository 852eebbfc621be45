package org.legio.core.message;

import org.legio.core.communicator.Communicator;
import org.legio.ulfm.ports.MpiConstants;

/**
 * The message that a receive or a probe is for.
 *
 * @param comm the communicator
 * @param source the original rank of the sender, or {@code ANY_SOURCE}
 * @param tag its tag, or {@code ANY_TAG}
 */
public record Wanted(Communicator comm, int source, int tag) {

  /** Whether it may come from any source. */
  boolean isAnySource() {
    return source == MpiConstants.ANY_SOURCE;
  }

  /** Whether its sender is known to be dead; for any source, whether any partner is. */
  boolean mayBeOfTheDead() {
    return isAnySource() || comm.partner(source) == MpiConstants.UNDEFINED;
  }
}
