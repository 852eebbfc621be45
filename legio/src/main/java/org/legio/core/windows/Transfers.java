package org.legio.core.windows;

import java.util.Arrays;
import org.legio.core.Context;
import org.legio.ulfm.Pmpi;

/**
 * The reads and writes of a window that MPI has begun and not completed. All are MPI's request
 * forms, which can be asked whether they are complete; MPI's own flush would wait for the dead.
 * Thread-safe.
 */
final class Transfers {
  private static final int FIRST_CAPACITY = 16;

  private final Pmpi pmpi;
  private final Peers peers;
  private final Patience patience;
  private final long[] asked = new long[1];
  private long[] requests = new long[FIRST_CAPACITY];
  private int[] targets = new int[FIRST_CAPACITY];
  private int count;

  Transfers(Context context, Peers peers, Patience patience) {
    this.pmpi = context.pmpi();
    this.peers = peers;
    this.patience = patience;
  }

  /** Takes over a request of MPI's for a transfer from or to a peer. */
  synchronized void add(int target, long request) throws Exception {
    if (!isComplete(request)) {
      if (count == requests.length) {
        requests = Arrays.copyOf(requests, 2 * count);
        targets = Arrays.copyOf(targets, 2 * count);
      }
      requests[count] = request;
      targets[count++] = target;
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

  /** Asks for each; what is complete, or will never be for its target is dead, is dropped. */
  private synchronized boolean isDoneWith(int target) throws Exception {
    int left = 0;
    int leftWithTarget = 0;
    int before = count;
    count = 0;
    for (int i = 0; i < before; i++) {
      if (!peers.isDead(targets[i]) && !isComplete(requests[i])) {
        requests[left] = requests[i];
        targets[left++] = targets[i];
        leftWithTarget += targets[i] == target ? 1 : 0;
      }
    }
    count = left;
    return leftWithTarget == 0;
  }

  private boolean isComplete(long request) throws Exception {
    asked[0] = request;
    return pmpi.testAny(asked) == 0;
  }
}
