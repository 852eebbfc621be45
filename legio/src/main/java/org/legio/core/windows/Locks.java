package org.legio.core.windows;

import org.legio.core.windows.AccessEpochs.Lock;
import org.legio.ulfm.ports.MpiConstants;

/** The program's locks on targets: passive target synchronization. */
final class Locks {
  private final WindowPeers peers;
  private final AccessEpochs epochs;
  private final Bakery bakery;
  private final Gate gate;

  Locks(PeerWords board, WindowPeers peers, ProgressWait patience, AccessEpochs epochs) {
    this.peers = peers;
    this.epochs = epochs;
    this.bakery = new Bakery(board, PeerWords.Slot.LOCK, peers, patience);
    this.gate = new Gate(board, peers, patience);
  }

  /** Locks an original rank's memory; the dead need no lock. */
  void lock(int target, int lockType, int assertion) throws Exception {
    int peer = peers.living(target);
    Lock lock = Lock.UNCHECKED;
    if (peer != MpiConstants.UNDEFINED && (assertion & MpiConstants.MODE_NOCHECK) == 0) {
      lock = lockType == MpiConstants.LOCK_EXCLUSIVE ? Lock.EXCLUSIVE : Lock.SHARED;
      if (lock == Lock.EXCLUSIVE) {
        gate.enterExclusive();
      }
      bakery.lock(peer, lock == Lock.EXCLUSIVE);
    }
    epochs.set(target, lock);
  }

  void unlock(int target) throws Exception {
    Lock lock = epochs.on(target);
    epochs.set(target, Lock.NONE);
    int peer = peers.living(target);
    if (lock != Lock.UNCHECKED && peer != MpiConstants.UNDEFINED) {
      bakery.unlock(peer);
    }
    if (lock == Lock.EXCLUSIVE) {
      gate.leaveExclusive();
    }
  }

  void lockAll(int assertion) throws Exception {
    boolean checked = (assertion & MpiConstants.MODE_NOCHECK) == 0;
    if (checked) {
      gate.enterAll();
    }
    epochs.setAll(checked ? Lock.SHARED : Lock.UNCHECKED);
  }

  void unlockAll() throws Exception {
    if (epochs.onAll() == Lock.SHARED) {
      gate.leaveAll();
    }
    epochs.setAll(Lock.NONE);
  }
}
