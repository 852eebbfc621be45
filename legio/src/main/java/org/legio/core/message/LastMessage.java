package org.legio.core.message;

import java.nio.ByteBuffer;
import org.legio.core.communicator.Communicator;
import org.legio.ulfm.ports.MpiConstants;

/**
 * A message whose sender is dead, and which had arrived whole.
 *
 * @param comm the communicator it was sent on
 * @param source the original rank of its sender
 * @param tag its tag
 * @param data its items, one behind the other, in native memory up to its limit
 */
record LastMessage(Communicator comm, int source, int tag, ByteBuffer data) {
  /** Whether a receive or a probe matches it. */
  boolean isFor(Wanted wanted) {
    return comm == wanted.comm()
        && (wanted.isAnySource() || wanted.source() == source)
        && (wanted.tag() == MpiConstants.ANY_TAG || wanted.tag() == tag);
  }

  /** Fills in the status of a probe that finds it. */
  void fill(long[] status) {
    AnySource.fillEmpty(status, source, tag);
    status[LastMessages.LENGTH_FIELD] = data.limit();
  }
}
