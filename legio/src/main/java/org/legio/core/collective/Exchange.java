package org.legio.core.collective;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.PointToPoint;

/**
 * The messages of one collective operation, all under way at once on the substitute's communicator.
 * Algorithm: post all receives and sends, then wait for all. If one fails because of a death,
 * revoke the communicator at once, so that the others end, too, here and at other ranks. No message
 * is pending when the exchange is over, however it ends.
 */
public final class Exchange {
  private static final int FIRST_CAPACITY = 16;

  private final Context context;
  private final long comm;
  private final MessageCall message = new MessageCall();
  private long[] requests = new long[FIRST_CAPACITY];
  private int count;
  private @Nullable Exception failure;

  /** Begins an exchange on a communicator that has only collective operations. */
  public Exchange(Context context, long comm) {
    this.context = context;
    this.comm = comm;
  }

  /** Sends to a rank; does nothing if it is {@code UNDEFINED} or {@code PROC_NULL}. */
  public void send(int partner, int tag, @Nullable Object from, int items, long type) {
    if (partner >= 0) {
      message.of(PointToPoint.SEND).to(partner, tag).sent().at(from).items(items, type);
      begin();
    }
  }

  /** Receives from a rank; does nothing if it is {@code UNDEFINED} or {@code PROC_NULL}. */
  public void receive(int partner, int tag, @Nullable Object into, int items, long type) {
    if (partner >= 0) {
      message.of(PointToPoint.RECEIVE).from(partner, tag).received().at(into).items(items, type);
      begin();
    }
  }

  private void begin() {
    if (failure != null) {
      return;
    }
    if (count == requests.length) {
      requests = Arrays.copyOf(requests, 2 * count);
    }
    try {
      requests[count] = context.pmpi().startMessage(comm, message);
      count++;
    } catch (Exception e) {
      failed(e);
    }
  }

  /** Waits for all; throws the error that a death has caused, otherwise the first error. */
  public void finish() throws Exception {
    for (int i = 0; i < count; i++) {
      await(requests[i]);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void await(long request) {
    try {
      context.pmpi().waitFor(request);
    } catch (Exception e) {
      failed(e);
    }
  }

  /** After a death, revokes the communicator, because others may wait for this process. */
  private void failed(Exception thrown) {
    boolean isFault = context.binding().outcome(thrown).isFault();
    if (isFault) {
      context.ulfm().revoke(comm);
    }
    if (failure == null || isFault) {
      failure = thrown;
    }
  }
}
