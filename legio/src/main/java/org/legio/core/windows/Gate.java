package org.legio.core.windows;

/**
 * Keeps those who lock all peers apart from those who lock some of them exclusively: many of one
 * kind may be in it at a time, never both kinds.
 *
 * <p>Each says on its own board what it is. Who locks all withdraws while somebody locks
 * exclusively, so that one who holds such a lock and wants another never waits for it. The dead are
 * passed over.
 */
final class Gate {
  private static final long OUT = 0;
  private static final long EXCLUSIVE = 1;
  private static final long ALL = 2;

  private final PeerWords board;
  private final WindowPeers peers;
  private final ProgressWait patience;
  private int exclusiveLocks;

  Gate(PeerWords board, WindowPeers peers, ProgressWait patience) {
    this.board = board;
    this.peers = peers;
    this.patience = patience;
  }

  /** One more exclusive lock is wanted: waits until nobody has locked all. */
  void enterExclusive() throws Exception {
    if (exclusiveLocks++ == 0) {
      say(EXCLUSIVE);
      patience.await(() -> isEmptyOf(ALL));
    }
  }

  /** One exclusive lock less is held. */
  void leaveExclusive() throws Exception {
    if (--exclusiveLocks == 0) {
      say(OUT);
    }
  }

  /**
   * Waits until nobody locks exclusively. Who wants that goes first: else each could see the other
   * want something whenever it looks, and both would wait for ever.
   */
  void enterAll() throws Exception {
    say(ALL);
    while (!isEmptyOf(EXCLUSIVE)) {
      say(OUT);
      patience.await(() -> isEmptyOf(EXCLUSIVE));
      say(ALL);
    }
  }

  void leaveAll() throws Exception {
    say(OUT);
  }

  private void say(long what) throws Exception {
    board.write(peers.own(), PeerWords.Slot.GATE, what);
  }

  private boolean isEmptyOf(long what) throws Exception {
    for (int peer = 0; peer < peers.count(); peer++) {
      if (peer != peers.own()
          && !peers.isDead(peer)
          && board.read(peer, PeerWords.Slot.GATE, peer) == what
          && !peers.isDead(peer)) {
        return false;
      }
    }
    return true;
  }
}
