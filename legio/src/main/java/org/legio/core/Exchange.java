package org.legio.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Messages that belong to one collective operation, all under way at once on the communicator that
 * carries it. A death that one of them meets revokes the communicator, so that the others end as
 * well, here and elsewhere: none is pending when the exchange is over, however it ends.
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

  /** Begins an exchange on a communicator that carries nothing but collective operations. */
  public Exchange(Context context, long comm) {
    this.context = context;
    this.comm = comm;
  }

  /** Sends to a rank; to nobody, if it is {@code UNDEFINED} or {@code PROC_NULL}. */
  public void send(int partner, int tag, @Nullable Object from, int items, long type) {
    if (partner >= 0) {
      begin(() -> context.pmpi().iSend(comm, from, items, type, partner, tag));
    }
  }

  /** Receives from a rank; from nobody, if it is {@code UNDEFINED} or {@code PROC_NULL}. */
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

  /** Waits for all; throws what a death has made of one of them, otherwise the first error. */
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

  /** A death: whoever waits for this process is called off, for it may send no more. */
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
