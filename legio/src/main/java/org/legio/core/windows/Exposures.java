package org.legio.core.windows;

import org.jspecify.annotations.Nullable;

/**
 * Post, start, complete and wait: general active target synchronization. Posts and completions are
 * counted on the {@link PeerWords}; the dead are waited for no more.
 *
 * <p>MPI standard 4.0, section 12.5.2.
 */
final class Exposures {
  private final PeerWords board;
  private final WindowPeers peers;
  private final ProgressWait patience;

  /** How often this process has posted to, started with, completed to and waited for each peer. */
  private final long[] posts;

  private final long[] starts;
  private final long[] completions;
  private final long[] waits;
  private final long[] counts;
  private int @Nullable [] exposedTo;
  private int @Nullable [] accessing;

  Exposures(PeerWords board, WindowPeers peers, ProgressWait patience) {
    this.board = board;
    this.peers = peers;
    this.patience = patience;
    posts = new long[peers.count()];
    starts = new long[peers.count()];
    completions = new long[peers.count()];
    waits = new long[peers.count()];
    counts = new long[peers.count()];
  }

  boolean isExposed() {
    return exposedTo != null;
  }

  boolean isAccessing() {
    return accessing != null;
  }

  /** Whether an access with a peer has been started. */
  boolean isAccessing(int peer) {
    if (accessing != null) {
      for (int each : accessing) {
        if (each == peer) {
          return true;
        }
      }
    }
    return false;
  }

  void post(int[] origins) throws Exception {
    exposedTo = origins;
    tell(origins, PeerWords.Slot.POSTED, posts);
  }

  /** Waits until all targets have posted. */
  void start(int[] targets) throws Exception {
    accessing = targets;
    for (int target : targets) {
      starts[target]++;
    }
    patience.await(() -> haveTold(targets, PeerWords.Slot.POSTED, starts));
  }

  /** Waits until the transfers to all targets are complete, and tells them. */
  void complete(Transfers transfers) throws Exception {
    int[] targets = accessing == null ? new int[0] : accessing;
    for (int target : targets) {
      transfers.complete(target);
    }
    accessing = null;
    tell(targets, PeerWords.Slot.COMPLETED, completions);
  }

  /** Waits until all whom this process has exposed its memory to have completed. */
  void awaitCompletion() throws Exception {
    patience.await(this::tryEndExposure);
  }

  /** Whether they have, or have died meanwhile; if so, the exposure is over. */
  boolean hasCompleted() throws Exception {
    patience.look();
    return tryEndExposure();
  }

  private boolean tryEndExposure() throws Exception {
    int[] origins = exposedTo == null ? new int[0] : exposedTo;
    for (int origin : origins) {
      waits[origin]++;
    }
    boolean completed = haveTold(origins, PeerWords.Slot.COMPLETED, waits);
    if (completed) {
      exposedTo = null;
    } else {
      for (int origin : origins) {
        waits[origin]--;
      }
    }
    return completed;
  }

  private void tell(int[] whom, PeerWords.Slot what, long[] count) throws Exception {
    for (int peer : whom) {
      count[peer]++;
      if (!peers.isDead(peer)) {
        board.write(peer, what, count[peer]);
      }
    }
  }

  /** Whether each of those peers that lives has written at least this count. */
  private boolean haveTold(int[] whom, PeerWords.Slot what, long[] atLeast) throws Exception {
    board.read(peers.own(), what, counts);
    for (int peer : whom) {
      if (counts[peer] < atLeast[peer] && !peers.isDead(peer)) {
        return false;
      }
    }
    return true;
  }
}
