package org.legio.hierarchical;

import java.util.Arrays;
import java.util.concurrent.Callable;
import org.legio.core.AgreedCommunicator;
import org.legio.core.Context;
import org.legio.ulfm.MessageData;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;

/**
 * Takes data from one rank to another over the entire communicator, which nobody revokes, so that a
 * message waits for its partner alone: it comes, or its partner is dead.
 *
 * <p>A process that must not block, for it has other operations under way, lets these go on
 * meanwhile.
 */
final class Courier {
  private static final int TAG = 1;

  private final Context context;
  private final Trial trial;
  private final AgreedCommunicator entire;
  private final long[] status = new long[MpiConstants.STATUS_FIELDS];

  Courier(Context context, Trial trial, AgreedCommunicator entire) {
    this.context = context;
    this.trial = trial;
    this.entire = entire;
  }

  /** Sends items, which begin where their memory does, to a rank. */
  void send(int original, MessageData items) throws Exception {
    int to = entire.ranks().toCarrier(original);
    trial.make(() -> sendNow(to, items), () -> isDead(to));
  }

  private void sendNow(int to, MessageData items) throws Exception {
    Pmpi pmpi = context.pmpi();
    long comm = entire.handle();
    Object buffer = items.buffer();
    int count = items.count();
    long type = items.type();
    if (entire.mayBlock()) {
      pmpi.send(comm, buffer, true, 0, count, type, items.baseType(), to, TAG);
    } else {
      waitFor(() -> pmpi.iSend(comm, buffer, count, type, to, TAG));
    }
  }

  /**
   * Receives items from a rank.
   *
   * @return whether they have come
   */
  boolean receive(int original, MessageData items) throws Exception {
    int from = entire.ranks().toCarrier(original);
    return trial.make(() -> receiveNow(from, items), () -> isDead(from));
  }

  private void receiveNow(int from, MessageData items) throws Exception {
    Pmpi pmpi = context.pmpi();
    long comm = entire.handle();
    Object buffer = items.buffer();
    int count = items.count();
    long type = items.type();
    if (entire.mayBlock()) {
      pmpi.recv(comm, buffer, true, 0, count, type, items.baseType(), from, TAG, status);
    } else {
      waitFor(() -> pmpi.iRecv(comm, buffer, count, type, from, TAG));
    }
  }

  private boolean isDead(int carrier) {
    return Arrays.stream(context.ulfm().failedRanks(entire.handle()))
        .anyMatch(failed -> failed == carrier);
  }

  private void waitFor(Callable<Long> start) throws Exception {
    long handle = start.call();
    Object request = context.binding().newRequest(handle);
    context
        .progress()
        .pollUntil(() -> context.pmpi().test(request, context.binding().handle(request)));
  }
}
