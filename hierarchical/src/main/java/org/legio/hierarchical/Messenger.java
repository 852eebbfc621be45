package org.legio.hierarchical;

import java.util.Arrays;
import org.legio.core.repair.Context;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.PointToPoint;

/**
 * Sends and receives data between two ranks of the whole communicator.
 *
 * <p>No attempt revokes the whole communicator while its plan continues, so a message depends on
 * its partner alone: it arrives, or the partner is dead and the call fails. A process with other
 * operations under way polls them while it waits.
 */
final class Messenger {
  private static final int TAG = 1;

  private final Context context;
  private final Attempt attempt;
  private final ResilientCommunicator wholeComm;
  private final MessageCall call = new MessageCall();
  private final long[] status = new long[MpiConstants.STATUS_FIELDS];

  Messenger(Context context, Attempt attempt, ResilientCommunicator wholeComm) {
    this.context = context;
    this.attempt = attempt;
    this.wholeComm = wholeComm;
  }

  /** Sends items to a rank; they begin at the first byte of their memory. */
  void send(int original, MessageData items) throws Exception {
    int to = wholeComm.ranks().toSubstitute(original);
    attempt.make(() -> sendNow(to, items), () -> isDead(to));
  }

  private void sendNow(int to, MessageData items) throws Exception {
    call.of(PointToPoint.SEND).to(to, TAG);
    call.sent().at(items.buffer()).items(items.count(), items.type(), items.baseType());
    run();
  }

  /**
   * Receives items from a rank.
   *
   * @return whether they have arrived
   */
  boolean receive(int original, MessageData items) throws Exception {
    int from = wholeComm.ranks().toSubstitute(original);
    return attempt.make(() -> receiveNow(from, items), () -> isDead(from));
  }

  private void receiveNow(int from, MessageData items) throws Exception {
    call.of(PointToPoint.RECEIVE).from(from, TAG).status(status);
    call.received().at(items.buffer()).items(items.count(), items.type(), items.baseType());
    run();
  }

  private void run() throws Exception {
    if (wholeComm.mayBlock()) {
      context.pmpi().message(wholeComm.handle(), call);
    } else {
      waitFor(context.pmpi().startMessage(wholeComm.handle(), call));
    }
  }

  private boolean isDead(int carrier) {
    return Arrays.stream(context.ulfm().failedRanks(wholeComm.handle()))
        .anyMatch(failed -> failed == carrier);
  }

  private void waitFor(long handle) throws Exception {
    Object request = context.binding().newRequest(handle);
    context
        .progress()
        .pollUntil(() -> context.pmpi().test(request, context.binding().handle(request)));
  }
}
