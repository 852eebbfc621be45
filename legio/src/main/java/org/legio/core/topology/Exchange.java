package org.legio.core.topology;

import org.jspecify.annotations.Nullable;
import org.legio.core.Context;
import org.legio.core.Numbering;
import org.legio.core.Substitute;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;
import org.legio.ulfm.Ulfm;

/**
 * One exchange of blocks between neighbours, by messages. A neighbour that is dead is {@code
 * PROC_NULL}: its block is not sent, and what it would have sent stays as it was.
 *
 * <p>The protocol and why nobody stays blocked in it is in {@code docs/topologies.md}.
 */
final class Exchange implements Substitute.Attempt {
  private static final int FIRST_TAG = 1 << 10;

  private final Context context;
  private final Pmpi pmpi;
  private final Ulfm ulfm;
  private final Neighbors neighbors;
  private final Blocks from;
  private final Blocks into;
  private final long[] requests;
  private int pending;
  private @Nullable Exception failure;

  /**
   * An exchange that can be tried again and again.
   *
   * @param from what is sent
   * @param into where to receive
   */
  Exchange(Context context, Neighbors neighbors, Blocks from, Blocks into) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.ulfm = context.ulfm();
    this.neighbors = neighbors;
    this.from = from;
    this.into = into;
    this.requests = new long[neighbors.in() + neighbors.out()];
  }

  @Override
  public void on(long comm, Numbering ranks) throws Exception {
    judge(comm);
    into.memory().load();
    pending = 0;
    failure = null;
    try {
      receiveAll(comm, ranks);
      sendAll(comm, ranks);
    } catch (Exception e) {
      failed(comm, e);
    }
    for (int i = 0; i < pending; i++) {
      await(comm, requests[i]);
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Lets MPI judge the arguments before any message is on its way. */
  private void judge(long comm) throws Exception {
    int nobody = MpiConstants.PROC_NULL;
    pmpi.waitFor(pmpi.iRecv(comm, into.start(), into.least(), into.type(), nobody, FIRST_TAG));
    pmpi.waitFor(pmpi.iSend(comm, from.start(), from.least(), from.type(), nobody, FIRST_TAG));
  }

  private void receiveAll(long comm, Numbering ranks) throws Exception {
    for (int i = 0; i < neighbors.in(); i++) {
      int source = ranks.toCarrier(neighbors.source(i));
      if (source >= 0) {
        int tag = FIRST_TAG + neighbors.sourceTag(i);
        requests[pending] = pmpi.iRecv(comm, into.part(i), into.count(i), into.type(), source, tag);
        pending++;
      }
    }
  }

  private void sendAll(long comm, Numbering ranks) throws Exception {
    for (int i = 0; i < neighbors.out(); i++) {
      int destination = ranks.toCarrier(neighbors.destination(i));
      if (destination >= 0) {
        int tag = FIRST_TAG + neighbors.destinationTag(i);
        requests[pending] =
            pmpi.iSend(comm, from.part(i), from.count(i), from.type(), destination, tag);
        pending++;
      }
    }
  }

  private void await(long comm, long request) {
    try {
      pmpi.waitFor(request);
    } catch (Exception e) {
      failed(comm, e);
    }
  }

  /** A death: whoever waits for this process is called off, for it will send no more. */
  private void failed(long comm, Exception thrown) {
    boolean isFault = context.binding().outcome(thrown).isFault();
    if (isFault) {
      ulfm.revoke(comm);
    }
    if (failure == null || isFault) {
      failure = thrown;
    }
  }
}
