package org.legio.hierarchical;

import java.nio.Buffer;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.legio.core.AgreedCommunicator;
import org.legio.core.Context;
import org.legio.ulfm.MpiConstants;

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

  /** Sends items to a rank. */
  void send(int original, Buffer items, int count, Items type) throws Exception {
    int to = entire.ranks().toCarrier(original);
    trial.make(
        () -> {
          if (entire.mayBlock()) {
            context
                .pmpi()
                .send(entire.handle(), items, true, 0, count, type.handle(), type.base(), to, TAG);
          } else {
            waitFor(
                () -> context.pmpi().iSend(entire.handle(), items, count, type.handle(), to, TAG));
          }
        },
        () -> isDead(to));
  }

  /**
   * Receives items from a rank.
   *
   * @return whether they have come
   */
  boolean receive(int original, Buffer items, int count, Items type) throws Exception {
    int from = entire.ranks().toCarrier(original);
    return trial.make(
        () -> {
          if (entire.mayBlock()) {
            context
                .pmpi()
                .recv(
                    entire.handle(),
                    items,
                    true,
                    0,
                    count,
                    type.handle(),
                    type.base(),
                    from,
                    TAG,
                    status);
          } else {
            waitFor(
                () ->
                    context.pmpi().iRecv(entire.handle(), items, count, type.handle(), from, TAG));
          }
        },
        () -> isDead(from));
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
