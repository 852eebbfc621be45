package org.legio.core.windows;

/**
 * A lock on each peer that outlives its holders: Lamport's bakery algorithm, with shared tickets.
 *
 * <p>Who wants the lock draws a ticket higher than all it sees, and waits for those with a lower
 * one. A ticket lies on the target's {@link PeerWords}, and only its owner writes it, so a death
 * leaves nothing half done: tickets of the dead are passed over.
 */
final class Bakery {
  private static final long NONE = 0;

  /** In place of a ticket while its owner is drawing it. */
  private static final long DRAWING = -1;

  private final PeerWords board;
  private final PeerWords.Slot slot;
  private final WindowPeers peers;
  private final ProgressWait patience;

  Bakery(PeerWords board, PeerWords.Slot slot, WindowPeers peers, ProgressWait patience) {
    this.board = board;
    this.slot = slot;
    this.peers = peers;
    this.patience = patience;
  }

  /** Waits until the lock on a target is held; returns at once if the target is dead. */
  void lock(int target, boolean exclusive) throws Exception {
    long[] tickets = new long[peers.count()];
    board.write(target, slot, DRAWING);
    board.read(target, slot, tickets);
    long ticket = ticketAfter(tickets, exclusive);
    board.write(target, slot, ticket);
    for (int peer = 0; peer < tickets.length; peer++) {
      awaitTurn(target, ticket, peer, tickets);
    }
  }

  void unlock(int target) throws Exception {
    board.write(target, slot, NONE);
  }

  private void awaitTurn(int target, long ticket, int peer, long[] tickets) throws Exception {
    if (peer != peers.own()) {
      patience.await(
          () -> {
            board.read(target, slot, tickets);
            return peers.isDead(target)
                || peers.isDead(peer)
                || isAfter(tickets[peer], peer, ticket, peers.own());
          });
    }
  }

  /** Of the form twice a number, plus one for an exclusive lock. */
  private static long ticketAfter(long[] tickets, boolean exclusive) {
    long last = NONE;
    for (long each : tickets) {
      last = Math.max(last, each);
    }
    return (((last >> 1) + 1) << 1) + (exclusive ? 1 : 0);
  }

  /** Whether another one's ticket does not keep the owner of a ticket waiting. */
  private static boolean isAfter(long other, int otherOwner, long ticket, int owner) {
    if (other == DRAWING) {
      return false;
    }
    boolean compatible = ((other | ticket) & 1) == 0;
    int order = Long.compare(other >> 1, ticket >> 1);
    return other == NONE || compatible || order > 0 || (order == 0 && otherOwner > owner);
  }
}
