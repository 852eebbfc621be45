package org.legio.core;

import org.legio.ulfm.MpiConstants;

/**
 * The message that a receive or a probe is for.
 *
 * @param comm the communicator
 * @param source the original rank of the sender, or {@code ANY_SOURCE}
 * @param tag its tag, or {@code ANY_TAG}
 */
record Wanted(Communicator comm, int source, int tag) {

  /** Whether it may be anybody's. */
  boolean isAnySource() {
    return source == MpiConstants.ANY_SOURCE;
  }

  /** Whether the sender is known to be dead, or one of those who may be is. */
  boolean mayBeOfTheDead() {
    return isAnySource() || comm.partner(source) == MpiConstants.UNDEFINED;
  }
}
