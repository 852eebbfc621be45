package org.legio.core.windows;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.BufferCheck;
import org.legio.core.communicator.Communicator;
import org.legio.core.creation.NamedPolicies;
import org.legio.core.creation.PolicyInfo;
import org.legio.core.creation.UniformPolicies;
import org.legio.core.repair.Context;
import org.legio.core.repair.ErrorHandler;
import org.legio.core.settings.Policies;
import org.legio.core.settings.Setting;
import org.legio.core.text.Printable;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Serves;
import org.legio.ulfm.ports.UnprotectedCollectives;
import org.legio.ulfm.ports.WindowAccess;
import org.legio.ulfm.ports.WindowCall;

/**
 * A window as the program knows it. Serves all calls on it; each method has the parameters of the
 * native whose name it bears, but for the handle.
 *
 * <p>MPI's own window is locked at all peers, unchecked, from its begin to its end, and only ever
 * read and written; all synchronization is ours. No call waits for the dead: see {@code
 * docs/design/windows.md}.
 */
public final class Window {

  /**
   * MPI's windows.
   *
   * @param win the program's
   * @param board the one that carries the {@link PeerWords}
   */
  record Handles(long win, long board) {}

  /** Something that MPI judges the arguments of. */
  @FunctionalInterface
  private interface Call {
    void run() throws Exception;
  }

  private static final int POST_ASSERTIONS =
      MpiConstants.MODE_NOCHECK | MpiConstants.MODE_NOPUT | MpiConstants.MODE_NOSTORE;
  private static final int FENCE_ASSERTIONS =
      MpiConstants.MODE_NOPRECEDE
          | MpiConstants.MODE_NOPUT
          | MpiConstants.MODE_NOSTORE
          | MpiConstants.MODE_NOSUCCEED;

  private final Context context;
  private final Pmpi pmpi;
  private final Windows windows;
  private final Handles handles;
  private final boolean checked;
  private final Communicator comm;
  private final WindowPeers peers;
  private final Transfers transfers;
  private final AccessEpochs epochs;
  private final Locks locks;
  private final Exposures exposures;
  private final Accumulations accumulations;
  private final ErrorHandler errorHandler;
  private final LockHint lockHint;
  private final PolicyInfo policyInfo;
  private volatile Map<Setting, String> ownPolicies = Map.of();

  /**
   * Takes over a window that MPI has made.
   *
   * @param windows what forgets it when it is freed
   * @param checked whether MPI refuses accesses outside of epochs, as it does not for all windows
   * @param comm the communicator that belongs to it, in the program's numbering
   * @param programsHandler the error handler that the program believes to be set
   */
  Window(
      Context context,
      Windows windows,
      Handles handles,
      boolean checked,
      Communicator comm,
      WindowPeers peers,
      long programsHandler)
      throws Exception {
    this.context = context;
    this.pmpi = context.pmpi();
    this.windows = windows;
    this.handles = handles;
    this.checked = checked;
    this.comm = comm;
    this.peers = peers;
    ProgressWait patience = new ProgressWait(context, comm);
    PeerWords board = new PeerWords(context, handles.board(), peers, patience);
    this.transfers = new Transfers(context, peers, patience);
    this.epochs = new AccessEpochs(comm.size());
    this.locks = new Locks(board, peers, patience, epochs);
    this.exposures = new Exposures(board, peers, patience);
    Bakery alone = new Bakery(board, PeerWords.Slot.ACCUMULATE, peers, patience);
    this.accumulations = new Accumulations(context, comm, handles.win(), peers, transfers, alone);
    this.errorHandler = new ErrorHandler(context, this::name, programsHandler);
    this.lockHint = new LockHint(context, handles.win());
    this.policyInfo = new PolicyInfo(context);
  }

  Handles handles() {
    return handles;
  }

  Communicator comm() {
    return comm;
  }

  WindowPeers peers() {
    return peers;
  }

  LockHint lockHint() {
    return lockHint;
  }

  private String name() throws Exception {
    String given = Printable.text(pmpi.winGetName(handles.win()));
    return given.isEmpty() ? "a window without a name" : "window " + given;
  }

  /** A rank with which MPI judges a call's arguments and does nothing. */
  private int judgedRank(int rank) {
    return rank >= 0 && rank < peers.count() ? MpiConstants.PROC_NULL : rank;
  }

  // ------------------------------------------------------------------ accesses

  /** A call to be filled in, and then run or started. Threads may have one each. */
  public WindowCall call(WindowAccess operation) {
    return new WindowCall().of(operation);
  }

  /** Accesses a target's memory. */
  public void run(WindowCall call) throws Exception {
    access(call.operation().call(), call, false);
  }

  /**
   * Accesses a target's memory; the access is complete when this returns.
   *
   * @return a request that is complete
   */
  public long start(WindowCall call) throws Exception {
    access(call.operation().nonBlockingCall(), call, true);
    return context.binding().requestEmpty();
  }

  /**
   * Accesses a target. If it is dead, the access is skipped or the job ends, by policy; what is no
   * rank is for MPI to judge.
   */
  private void access(String name, WindowCall call, boolean isDoneNow) throws Exception {
    requireRoom(call);
    int target = call.target();
    int peer = peers.living(target);
    if (peer == MpiConstants.UNDEFINED) {
      boolean isRead = call.operation().isRead();
      Setting policy = isRead ? Setting.GET_TARGET_FAILED : Setting.PUT_TARGET_FAILED;
      context.skip(policies(), policy, name, name(), "target", target);
      return;
    }
    if (checked && peers.isRank(target)) {
      require(name, epochs.covers(target) || exposures.isAccessing(peer));
    }
    judged(name, () -> access(peer, call, isDoneNow));
  }

  private void requireRoom(WindowCall call) {
    BufferCheck buffers = context.bufferCheck();
    buffers.require(call.origin());
    buffers.require(call.result());
    buffers.require(call.compare());
  }

  private void access(int peer, WindowCall call, boolean isDoneNow) throws Exception {
    if (call.operation().isTransfer()) {
      transfers.add(peer, pmpi.startWinAccess(handles.win(), call.to(peer)));
      if (isDoneNow) {
        transfers.complete(peer);
      }
    } else {
      pmpi.winAccess(handles.win(), call.to(judgedRank(peer)));
      if (peer >= 0) {
        accumulations.run(call.to(peer));
      }
    }
  }

  /** {@code MPI_Win_flush}, whose transfers are then complete at both ends. */
  @Serves("mpi.Win.flush")
  public void flush(int target) throws Exception {
    flush("flush", target);
  }

  /** {@code MPI_Win_flush_local}. */
  @Serves("mpi.Win.flushLocal")
  public void flushLocal(int target) throws Exception {
    flush("flushLocal", target);
  }

  /** {@code MPI_Win_flush_all}. */
  @Serves("mpi.Win.flushAll")
  public void flushAll() throws Exception {
    flushAll("flushAll");
  }

  /** {@code MPI_Win_flush_local_all}. */
  @Serves("mpi.Win.flushLocalAll")
  public void flushLocalAll() throws Exception {
    flushAll("flushLocalAll");
  }

  private void flush(String call, int target) throws Exception {
    require(call, !checked || epochs.isAnyLocked());
    requireRank(call, target);
    transfers.complete(peers.living(target));
  }

  private void flushAll(String call) throws Exception {
    require(call, !checked || epochs.isAnyLocked());
    transfers.completeAll();
    pmpi.winSync(handles.win());
  }

  // ------------------------------------------------------------------ fence

  /** {@code MPI_Win_fence}. */
  @Serves("mpi.Win.fence")
  public void fence(int assertion) throws Exception {
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
  @Serves("mpi.Win.post")
  public void post(long group, int assertion) throws Exception {
    requireAssertion("post", assertion, POST_ASSERTIONS);
    require("post", !exposures.isExposed());
    pmpi.winSync(handles.win());
    exposures.post(peers.of(group));
  }

  /** {@code MPI_Win_start}. */
  @Serves("mpi.Win.start")
  public void start(long group, int assertion) throws Exception {
    requireAssertion("start", assertion, MpiConstants.MODE_NOCHECK);
    require("start", !exposures.isAccessing());
    exposures.start(peers.of(group));
  }

  /** {@code MPI_Win_complete}. */
  @Serves("mpi.Win.complete")
  public void complete() throws Exception {
    require("complete", exposures.isAccessing());
    exposures.complete(transfers);
  }

  /** {@code MPI_Win_wait}. */
  @Serves("mpi.Win.waitFor")
  public void waitFor() throws Exception {
    require("waitFor", exposures.isExposed());
    exposures.awaitCompletion();
    pmpi.winSync(handles.win());
  }

  /** {@code MPI_Win_test}. */
  @Serves("mpi.Win.test")
  public boolean test() throws Exception {
    require("test", exposures.isExposed());
    boolean completed = exposures.hasCompleted();
    pmpi.winSync(handles.win());
    return completed;
  }

  // ------------------------------------------------------------------ locks

  /** {@code MPI_Win_lock}. */
  @Serves("mpi.Win.lock")
  public void lock(int lockType, int target, int assertion) throws Exception {
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
  @Serves("mpi.Win.unlock")
  public void unlock(int target) throws Exception {
    requireRank("unlock", target);
    require("unlock", epochs.on(target) != AccessEpochs.Lock.NONE);
    transfers.complete(peers.living(target));
    pmpi.winSync(handles.win());
    locks.unlock(target);
  }

  /** {@code MPI_Win_lock_all}. */
  @Serves("mpi.Win.lockAll")
  public void lockAll(int assertion) throws Exception {
    requireAssertion("lockAll", assertion, MpiConstants.MODE_NOCHECK);
    require("lockAll", !lockHint.forbids() && !epochs.isAnyLocked());
    locks.lockAll(assertion);
    pmpi.winSync(handles.win());
  }

  /** {@code MPI_Win_unlock_all}. */
  @Serves("mpi.Win.unlockAll")
  public void unlockAll() throws Exception {
    require("unlockAll", epochs.onAll() != AccessEpochs.Lock.NONE);
    transfers.completeAll();
    pmpi.winSync(handles.win());
    locks.unlockAll();
  }

  // ------------------------------------------------------------------ hints, asking, freeing

  /** {@code MPI_Win_get_info}. */
  @Serves("mpi.Win.getInfo")
  public long getInfo() throws Exception {
    long info = lockHint.show();
    policyInfo.show(policies().named(), info);
    return info;
  }

  /** The policies in force: its communicator's, but for those that it has of its own. */
  private Policies policies() {
    return comm.policies().inForce().with(ownPolicies);
  }

  /** Changes policies of its own. */
  void setPolicies(Map<Setting, String> named) {
    Map<Setting, String> all = new EnumMap<>(Setting.class);
    all.putAll(ownPolicies);
    all.putAll(named);
    ownPolicies = all;
  }

  /** {@code MPI_Win_set_info}: its policies are in force at all members or at none. */
  @Serves("mpi.Win.setInfo")
  public void setInfo(long info) throws Exception {
    NamedPolicies named = policyInfo.ofWindow(info);
    UniformPolicies uniform = new UniformPolicies(context);
    @Nullable Exception[] refusal = {null};
    comm.substitute().collective("setInfo", (c, ranks) -> refusal[0] = uniform.refusal(c, named));
    if (refusal[0] != null) {
      throw errorHandler.raise("setInfo", refusal[0]);
    }
    policyInfo.withoutPolicies(
        info,
        rest ->
            LockHint.keepFromMpi(context, rest, given -> pmpi.winSetInfo(handles.win(), given)));
    lockHint.note(info);
    setPolicies(named.policies());
  }

  /** {@code MPI_Win_get_group}: the dead are in it. */
  @Serves("mpi.Win.getGroup")
  public long getGroup() throws Exception {
    return peers.isComplete()
        ? pmpi.winGetGroup(handles.win())
        : context.world().newGroup(comm.members());
  }

  /** {@code MPI_Win_free}. */
  @Serves("mpi.Win.free")
  public long free() throws Exception {
    windows.free(this);
    return context.binding().windowNull();
  }

  // ------------------------------------------------------------------ errors

  /** {@code MPI_Win_set_errhandler}: what the program sets is kept; MPI itself always returns. */
  @Serves("mpi.Win.setErrhandler")
  public void setErrhandler(long errhandler) {
    errorHandler.set(errhandler);
  }

  /** {@code MPI_Win_get_errhandler}. */
  @Serves("mpi.Win.getErrhandler")
  public long getErrhandler() {
    return errorHandler.handle();
  }

  /** {@code MPI_Win_call_errhandler}. */
  @Serves("mpi.Win.callErrhandler")
  public void callErrhandler(int errorCode) throws Exception {
    if (!errorHandler.returns()) {
      throw errorHandler.call("MPI_Win_call_errhandler", name(), errorCode);
    }
    pmpi.winCallErrhandler(handles.win(), errorCode);
  }

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

  private void require(String call, boolean isSynchronized) throws Exception {
    if (!isSynchronized) {
      throw refused(call, MpiConstants.ERR_RMA_SYNC, "MPI_ERR_RMA_SYNC: error executing rma sync");
    }
  }

  /** An error in the words of MPI, which is not asked. */
  private Exception refused(String call, int errorClass, String message) throws Exception {
    return errorHandler.raise(call, context.binding().newException(errorClass, message));
  }
}
