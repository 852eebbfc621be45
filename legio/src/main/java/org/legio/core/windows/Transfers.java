package org.legio.core.windows;

import java.util.Arrays;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Pmpi;

/**
 * The reads and writes of a window that MPI has begun and not completed. All are MPI's request
 * forms, which can be asked whether they are complete; MPI's own flush would wait for the dead.
 * Thread-safe.
 */
final class Transfers {
  private static final int FIRST_CAPACITY = 16;

  private final Context context;
  private final Pmpi pmpi;
  private final WindowPeers peers;
  private final ProgressWait patience;
  private final long[] asked = new long[1];
  private long[] requests = new long[FIRST_CAPACITY];
  private int[] targets = new int[FIRST_CAPACITY];
  private int count;

  Transfers(Context context, WindowPeers peers, ProgressWait patience) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.peers = peers;
    this.patience = patience;
  }

  /** Takes over a request of MPI's for a transfer from or to a peer. */
  synchronized void add(int target, long request) throws Exception {
    if (!isOver(request)) {
      if (count == requests.length) {
        requests = Arrays.copyOf(requests, 2 * count);
        targets = Arrays.copyOf(targets, 2 * count);
      }
      append(target, request);
    }
  }

  /** Waits until all transfers with a peer are complete, or it is dead. */
  void complete(int target) throws Exception {
    if (count > 0) {
      patience.await(() -> isDoneWith(target));
    }
  }

  /** Waits likewise for all peers. */
  void completeAll() throws Exception {
    for (int target = 0; target < peers.count(); target++) {
      complete(target);
    }
  }

  /**
   * Asks for each; what is complete, or will never be for its target is dead, is dropped. So is
   * what has failed; the others stay.
   */
  private synchronized boolean isDoneWith(int target) throws Exception {
    int leftWithTarget = 0;
    for (int i = count - 1; i >= 0; i--) {
      long request = requests[i];
      int itsTarget = targets[i];
      remove(i);
      if (!peers.isDead(itsTarget) && !isOver(request)) {
        append(itsTarget, request);
        leftWithTarget += itsTarget == target ? 1 : 0;
      }
    }
    return leftWithTarget == 0;
  }

  /** The last one takes its place. */
  private void remove(int i) {
    count--;
    requests[i] = requests[count];
    targets[i] = targets[count];
  }

  private void append(int target, long request) {
    requests[count] = request;
    targets[count++] = target;
  }

  private boolean isOver(long request) throws Exception {
    asked[0] = request;
    try {
      return pmpi.testAny(asked) == 0;
    } catch (Exception e) {
      if (context.binding().outcome(e).isFault()) {
        return true; // its target has died
      }
      throw e;
    }
  }
}
