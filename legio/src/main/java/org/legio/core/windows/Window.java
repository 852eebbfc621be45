package org.legio.core.windows;

import org.legio.core.Communicator;
import org.legio.core.Context;
import org.legio.core.ErrorHandler;
import org.legio.core.Setting;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;
import org.legio.ulfm.UnprotectedCollectives;

/**
 * A window as the program knows it. MPI's own is locked at all peers, unchecked, from its begin to
 * its end, and only ever read and written; all synchronisation is ours.
 */
final class Window {

  /**
   * MPI's windows.
   *
   * @param win the program's
   * @param board the one that carries the {@link Board}
   */
  record Handles(long win, long board) {}

  /** A transfer that MPI begins. */
  @FunctionalInterface
  interface Transfer {
    /** Begins it; returns the request. */
    long start(int peer) throws Exception;
  }

  /** Something to do with a target. */
  @FunctionalInterface
  interface Access {
    void to(int peer) throws Exception;
  }

  /** Something that MPI judges the arguments of. */
  @FunctionalInterface
  private interface Call {
    void run() throws Exception;
  }

  private static final int POST_ASSERTIONS = 1 | 4 | 8;
  private static final int FENCE_ASSERTIONS = 2 | 4 | 8 | 16;

  private final Context context;
  private final Pmpi pmpi;
  private final Handles handles;
  private final boolean checked;
  private final Communicator comm;
  private final Peers peers;
  private final Transfers transfers;
  private final AccessEpochs epochs;
  private final Locks locks;
  private final Exposures exposures;
  private final Accumulations accumulations;
  private final ErrorHandler errorHandler;
  private final LockHint lockHint;

  /**
   * Takes over a window that MPI has made.
   *
   * @param checked whether MPI refuses accesses outside of epochs, as it does not for all windows
   * @param comm the communicator that belongs to it, in the program's numbering
   * @param programsHandler the error handler that the program believes to be set
   */
  Window(
      Context context,
      Handles handles,
      boolean checked,
      Communicator comm,
      Peers peers,
      long programsHandler)
      throws Exception {
    this.context = context;
    this.pmpi = context.pmpi();
    this.handles = handles;
    this.checked = checked;
    this.comm = comm;
    this.peers = peers;
    Patience patience = new Patience(context, comm);
    Board board = new Board(context, handles.board(), peers, patience);
    this.transfers = new Transfers(context, peers, patience);
    this.epochs = new AccessEpochs(comm.size());
    this.locks = new Locks(board, peers, patience, epochs);
    this.exposures = new Exposures(board, peers, patience);
    Bakery alone = new Bakery(board, Board.Slot.ACCUMULATE, peers, patience);
    this.accumulations = new Accumulations(context, comm, handles.win(), peers, transfers, alone);
    this.errorHandler = new ErrorHandler(context, this::name, programsHandler);
    this.lockHint = new LockHint(context, handles.win());
  }

  Handles handles() {
    return handles;
  }

  Communicator comm() {
    return comm;
  }

  Peers peers() {
    return peers;
  }

  Accumulations accumulations() {
    return accumulations;
  }

  ErrorHandler errorHandler() {
    return errorHandler;
  }

  LockHint lockHint() {
    return lockHint;
  }

  private String name() throws Exception {
    String name = pmpi.winGetName(handles.win());
    return name.isEmpty() ? "a window" : name;
  }

  /** A rank with which MPI judges a call's arguments and does nothing. */
  int judgedRank(int rank) {
    return rank >= 0 && rank < peers.count() ? MpiConstants.PROC_NULL : rank;
  }

  // ------------------------------------------------------------------ accesses

  /** Begins a transfer, unless its target is dead. */
  void transfer(String call, Setting policy, int target, Transfer transfer) throws Exception {
    access(call, policy, target, peer -> transfers.add(peer, transfer.start(peer)));
  }

  /** Likewise; when this returns it is complete. */
  void transferNow(String call, Setting policy, int target, Transfer transfer) throws Exception {
    access(
        call,
        policy,
        target,
        peer -> {
          transfers.add(peer, transfer.start(peer));
          transfers.complete(peer);
        });
  }

  /**
   * Accesses a target. If it is dead, that is left out or the job ends, by policy; what is no rank
   * is for MPI to judge.
   */
  void access(String call, Setting policy, int target, Access access) throws Exception {
    int peer = peers.living(target);
    if (peer == MpiConstants.UNDEFINED) {
      context.skip(policy, call, name(), "target", target);
      return;
    }
    if (checked && peers.isRank(target)) {
      require(call, epochs.covers(target) || exposures.isAccessing(peer));
    }
    judged(call, () -> access.to(peer));
  }

  /** {@code MPI_Win_flush}, whose transfers are then complete at both ends. */
  void flush(String call, int target) throws Exception {
    require(call, !checked || epochs.isAnyLocked());
    requireRank(call, target);
    transfers.complete(peers.living(target));
  }

  void flushAll(String call) throws Exception {
    require(call, !checked || epochs.isAnyLocked());
    transfers.completeAll();
    pmpi.winSync(handles.win());
  }

  // ------------------------------------------------------------------ fence

  /** {@code MPI_Win_fence}. */
  void fence(int assertion) throws Exception {
    requireAssertion("fence", assertion, FENCE_ASSERTIONS);
    barrier("fence");
    epochs.fence((assertion & MpiConstants.MODE_NOSUCCEED) == 0);
  }

  /** Waits until all living members have come here and the transfers of all are complete. */
  void barrier(String call) throws Exception {
    transfers.completeAll();
    pmpi.winSync(handles.win());
    comm.substitute().collective(call, (c, r) -> new UnprotectedCollectives(pmpi, c).barrier());
    pmpi.winSync(handles.win());
  }

  // ------------------------------------------------------------------ post, start, complete, wait

  /** {@code MPI_Win_post}. */
  void post(long group, int assertion) throws Exception {
    requireAssertion("post", assertion, POST_ASSERTIONS);
    require("post", !exposures.isExposed());
    pmpi.winSync(handles.win());
    exposures.post(peers.of(group));
  }

  /** {@code MPI_Win_start}. */
  void start(long group, int assertion) throws Exception {
    requireAssertion("start", assertion, MpiConstants.MODE_NOCHECK);
    require("start", !exposures.isAccessing());
    exposures.start(peers.of(group));
  }

  /** {@code MPI_Win_complete}. */
  void complete() throws Exception {
    require("complete", exposures.isAccessing());
    exposures.complete(transfers);
  }

  /** {@code MPI_Win_wait}. */
  void waitFor() throws Exception {
    require("waitFor", exposures.isExposed());
    exposures.awaitCompletion();
    pmpi.winSync(handles.win());
  }

  /** {@code MPI_Win_test}. */
  boolean test() throws Exception {
    require("test", exposures.isExposed());
    boolean completed = exposures.hasCompleted();
    pmpi.winSync(handles.win());
    return completed;
  }

  // ------------------------------------------------------------------ locks

  /** {@code MPI_Win_lock}. */
  void lock(int lockType, int target, int assertion) throws Exception {
    if (lockType != MpiConstants.LOCK_EXCLUSIVE && lockType != MpiConstants.LOCK_SHARED) {
      throw refused("lock", MpiConstants.ERR_LOCKTYPE, "MPI_ERR_LOCKTYPE: invalid lock");
    }
    requireRank("lock", target);
    requireAssertion("lock", assertion, MpiConstants.MODE_NOCHECK);
    require("lock", !lockHint.forbids());
    require(
        "lock",
        epochs.onAll() == AccessEpochs.Lock.NONE && epochs.on(target) == AccessEpochs.Lock.NONE);
    locks.lock(target, lockType, assertion);
    pmpi.winSync(handles.win());
  }

  /** {@code MPI_Win_unlock}. */
  void unlock(int target) throws Exception {
    requireRank("unlock", target);
    require("unlock", epochs.on(target) != AccessEpochs.Lock.NONE);
    transfers.complete(peers.living(target));
    pmpi.winSync(handles.win());
    locks.unlock(target);
  }

  /** {@code MPI_Win_lock_all}. */
  void lockAll(int assertion) throws Exception {
    requireAssertion("lockAll", assertion, MpiConstants.MODE_NOCHECK);
    require("lockAll", !lockHint.forbids() && !epochs.isAnyLocked());
    locks.lockAll(assertion);
    pmpi.winSync(handles.win());
  }

  /** {@code MPI_Win_unlock_all}. */
  void unlockAll() throws Exception {
    require("unlockAll", epochs.onAll() != AccessEpochs.Lock.NONE);
    transfers.completeAll();
    pmpi.winSync(handles.win());
    locks.unlockAll();
  }

  // ------------------------------------------------------------------ errors

  private void judged(String call, Call judged) throws Exception {
    try {
      judged.run();
    } catch (Exception e) {
      throw errorHandler.raise(call, e);
    }
  }

  private void requireRank(String call, int target) throws Exception {
    if (!peers.isRank(target)) {
      throw refused(call, MpiConstants.ERR_RANK, "MPI_ERR_RANK: invalid rank");
    }
  }

  private void requireAssertion(String call, int assertion, int allowed) throws Exception {
    if ((assertion & ~allowed) != 0) {
      throw refused(call, MpiConstants.ERR_ASSERT, "MPI_ERR_ASSERT: invalid assert argument");
    }
  }

  private void require(String call, boolean synchronised) throws Exception {
    if (!synchronised) {
      throw refused(call, MpiConstants.ERR_RMA_SYNC, "MPI_ERR_RMA_SYNC: error executing rma sync");
    }
  }

  /** An error in the words of MPI, which is not asked. */
  private Exception refused(String call, int errorClass, String message) throws Exception {
    return errorHandler.raise(call, context.binding().newException(errorClass, message));
  }
}
