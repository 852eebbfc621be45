package org.legio.core.collective;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.core.repair.Context;

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
  private long[] requests = new long[FIRST_CAPACITY];
  private int count;
  private @Nullable Exception failure;

  /** Begins a message; returns its request. */
  @FunctionalInterface
  private interface Message {
    long begin() throws Exception;
  }

  /** Begins an exchange on a communicator that has only collective operations. */
  public Exchange(Context context, long comm) {
    this.context = context;
    this.comm = comm;
  }

  /** Sends to a rank; does nothing if it is {@code UNDEFINED} or {@code PROC_NULL}. */
  public void send(int partner, int tag, @Nullable Object from, int items, long type) {
    if (partner >= 0) {
      begin(() -> context.pmpi().iSend(comm, from, items, type, partner, tag));
    }
  }

  /** Receives from a rank; does nothing if it is {@code UNDEFINED} or {@code PROC_NULL}. */
  public void receive(int partner, int tag, @Nullable Object into, int items, long type) {
    if (partner >= 0) {
      begin(() -> context.pmpi().iRecv(comm, into, items, type, partner, tag));
    }
  }

  private void begin(Message message) {
    if (failure != null) {
      return;
    }
    if (count == requests.length) {
      requests = Arrays.copyOf(requests, 2 * count);
    }
    try {
      requests[count] = message.begin();
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
