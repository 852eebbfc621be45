package org.legio.core;

import java.nio.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MpiConstants;

/**
 * Messages that belong to one collective operation, all under way at once on the communicator that
 * carries it. When one of them fails, the communicator is revoked, so that the others end as well:
 * none is pending when the exchange is over, however it ends.
 */
final class Exchange {
  private static final int TAG = 0;

  private final Context context;
  private final long comm;
  private final List<Long> requests = new ArrayList<>();

  /** Begins an exchange on a communicator that carries nothing but collective operations. */
  Exchange(Context context, long comm) {
    this.context = context;
    this.comm = comm;
  }

  /** Sends to a rank; to nobody, if it is {@code UNDEFINED}. */
  void send(int partner, Buffer from, int count, long type) throws Exception {
    if (partner != MpiConstants.UNDEFINED) {
      requests.add(context.pmpi().iSend(comm, from, count, type, partner, TAG));
    }
  }

  /** Receives from a rank; from nobody, if it is {@code UNDEFINED}. */
  void receive(int partner, Buffer into, int count, long type) throws Exception {
    if (partner != MpiConstants.UNDEFINED) {
      requests.add(context.pmpi().iRecv(comm, into, count, type, partner, TAG));
    }
  }

  /** Waits for all; throws the first error. */
  void finish() throws Exception {
    Exception first = null;
    for (long request : requests) {
      Exception thrown = await(request);
      if (first == null && thrown != null) {
        first = thrown;
        context.ulfm().revoke(comm);
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private @Nullable Exception await(long request) {
    try {
      context.pmpi().waitFor(request);
      return null;
    } catch (Exception e) {
      return e;
    }
  }
}
