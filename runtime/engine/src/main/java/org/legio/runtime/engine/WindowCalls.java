package org.legio.runtime.engine;

import java.nio.Buffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Datatype;
import org.legio.runtime.engine.datatype.Items;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Room;
import org.legio.ulfm.ports.WindowAccess;
import org.legio.ulfm.ports.WindowCall;

/**
 * The natives on windows. Each access is complete when its call returns. An access to a dead rank
 * has no effect.
 */
final class WindowCalls extends Calls {
  WindowCalls(RankState state) {
    super(state);
  }

  private static final int OF_A_POST =
      MpiConstants.MODE_NOCHECK | MpiConstants.MODE_NOPUT | MpiConstants.MODE_NOSTORE;
  private static final int OF_A_FENCE =
      MpiConstants.MODE_NOPRECEDE
          | MpiConstants.MODE_NOPUT
          | MpiConstants.MODE_NOSTORE
          | MpiConstants.MODE_NOSUCCEED
          | MpiConstants.MODE_NOCHECK;

  private MemoryWindow window(long handle) throws Exception {
    MemoryWindow window = state.windows.find(handle);
    if (window == null) {
      throw error(state.world, MpiError.WIN, "handle " + handle + " is no window");
    }
    return window;
  }

  private MpiErrorException error(MemoryWindow window, int errorClass, String message) {
    return error(window.comm(), errorClass, message);
  }

  // ------------------------------------------------------------------ making

  long createWin(@Nullable Buffer base, int size, int dispUnit, long info, long comm)
      throws Exception {
    if (base != null) {
      Room.require(base, 0, size, size);
    }
    return make("createWin", MemoryWindow.Part.of(base, size, dispUnit), comm);
  }

  long allocateWin(int size, int dispUnit, long info, long comm, @Nullable Buffer buf)
      throws Exception {
    return make("allocateWin", MemoryWindow.Part.allocated(size, dispUnit), comm);
  }

  long allocateSharedWin(int size, int dispUnit, long info, long comm, @Nullable Buffer buf)
      throws Exception {
    return make("allocateSharedWin", MemoryWindow.Part.allocated(size, dispUnit), comm);
  }

  /** Makes a window without memory; memory is attached to it later. */
  long createDynamicWin(long info, long comm) throws Exception {
    return make("createDynamicWin", MemoryWindow.Part.of(null, 0, 1), comm);
  }

  private long make(String call, MemoryWindow.Part part, long handle) throws Exception {
    Comm parent = comm(handle);
    int number = parent.nextCreation();
    Comm[] own = new Comm[1];
    run(
        new Schedules(state, parent)
            .exchange(
                call,
                new byte[1],
                all ->
                    own[0] =
                        new CommMaker(state).adopt(parent, call, number, parent.context.group)),
        call);
    return madeByAll(new MemoryWindow(state, own[0], part), call);
  }

  /**
   * Others may access the window as soon as they know that all have made it. Whatever the parent's
   * error handler is, that of a new window ends the job; MPI standard 4.0, section 9.3.
   */
  private long madeByAll(MemoryWindow window, String call) throws Exception {
    Comm own = window.comm();
    own.context.failsAsOne = true;
    long handle = state.windows.add(window);
    try {
      run(new Schedules(state, own).barrier(), call);
    } catch (Exception e) {
      state.windows.remove(handle);
      state.forget(own);
      throw e;
    }
    own.errorHandler = Predefined.ERRORS_ARE_FATAL;
    return handle;
  }

  /**
   * Frees a window. Unlike a fence it ends when a member has died, because its barrier consists of
   * messages. No rank can revoke its communicator, but each member ends the barrier when it learns
   * of the death.
   */
  long winFree(long win) throws Exception {
    MemoryWindow window = window(win);
    run(new Schedules(state, window.comm()).barrier(), "winFree");
    state.windows.remove(win);
    state.forget(window.comm());
    return Predefined.WIN_NULL;
  }

  // ------------------------------------------------------------------ asking, setting

  long winGetGroup(long win) throws Exception {
    return newGroup(window(win).comm().context.group);
  }

  String winGetName(long win) throws Exception {
    return window(win).comm().name;
  }

  void winSetName(long win, String name) throws Exception {
    window(win).comm().name = name;
  }

  void winSetErrhandler(long win, long errhandler) throws Exception {
    window(win).comm().errorHandler = errhandler;
  }

  long winGetErrhandler(long win) throws Exception {
    return window(win).comm().errorHandler;
  }

  void winCallErrhandler(long win, int errorCode) throws Exception {
    MemoryWindow window = window(win);
    if (window.comm().errorHandler != Predefined.ERRORS_RETURN) {
      throw error(window, errorCode, "winCallErrhandler");
    }
  }

  // ------------------------------------------------------------------ access

  void winAccess(long win, WindowCall call) throws Exception {
    MemoryWindow window = window(win);
    int target = call.target();
    requirePartner(window.comm(), target, false);
    if (call.displacement() < 0) {
      throw error(window, MpiError.DISP, "displacement " + call.displacement() + " is negative");
    }
    if (target >= 0) {
      check(window, () -> window.epochs.requireAccess(target));
    } else if (ofOneItem(call.operation())) {
      return;
    }
    WindowRequest request = request(window, call);
    if (target < 0) {
      return;
    }
    Items result = resultOf(window, call);
    byte[] before;
    try {
      before = window.access(target, request);
    } catch (MpiErrorException e) {
      throw error(window, e.errorClass(), e.reason());
    }
    if (result != null && before != null) {
      result.unpack(before);
    }
  }

  private WindowRequest request(MemoryWindow window, WindowCall call) throws Exception {
    boolean bringsNothing = call.operation() == WindowAccess.GET;
    boolean isCompared = call.operation() == WindowAccess.COMPARE_AND_SWAP;
    Datatype type = type(window.comm(), call.targetType());
    return new WindowRequest(
        call.operation(),
        call.displacement(),
        call.targetCount(),
        type,
        reduces(call.operation()) ? op(window, call, type) : 0,
        bringsNothing ? NOTHING : data(window, call.origin()),
        isCompared ? data(window, call.compare()) : NOTHING);
  }

  private static boolean ofOneItem(WindowAccess operation) {
    return operation == WindowAccess.FETCH_AND_OP || operation == WindowAccess.COMPARE_AND_SWAP;
  }

  private static boolean reduces(WindowAccess operation) {
    return !operation.isTransfer() && operation != WindowAccess.COMPARE_AND_SWAP;
  }

  /** The handle of the operation of an accumulation: windows know only the predefined ones. */
  private long op(MemoryWindow window, WindowCall call, Datatype type) throws MpiErrorException {
    long handle = call.op() instanceof ReduceOp known ? known.handle() : call.opHandle();
    ReduceOp op = ReduceOp.basic(handle);
    boolean isNothing = op == ReduceOp.NO_OP && call.operation() == WindowAccess.ACCUMULATE;
    if (op == null || isNothing) {
      throw error(window, MpiError.OP, "handle " + handle + " is no operation for accumulate");
    }
    if (!op.isDefinedFor(type)) {
      throw error(
          window, MpiError.OP, "this operation is not defined for items of MPI." + type.basic());
    }
    return handle;
  }

  /** Where what was there before goes; null if nobody asks for it. */
  private @Nullable Items resultOf(MemoryWindow window, WindowCall call) throws Exception {
    return switch (call.operation()) {
      case GET -> items(window, call.origin());
      case GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP -> items(window, call.result());
      case PUT, ACCUMULATE -> null;
    };
  }

  private static final byte[] NOTHING = {};

  long startWinAccess(long win, WindowCall call) throws Exception {
    winAccess(win, call);
    return state.requests.add(new DoneRequest(state, window(win).comm(), MpiError.SUCCESS));
  }

  private Items items(MemoryWindow window, MessageData data) throws Exception {
    return items(window.comm(), data.buffer(), 0, data.count(), data.type());
  }

  private byte[] data(MemoryWindow window, MessageData data) throws Exception {
    return items(window, data).pack();
  }

  void winSync(long win) throws Exception {
    window(win);
  }

  // The next four only check, because every access is complete at once.

  void winFlush(long win, int target) throws Exception {
    MemoryWindow window = window(win);
    requirePartner(window.comm(), target, false);
    check(window, () -> window.epochs.requireLock(target));
  }

  void winFlushAll(long win) throws Exception {
    MemoryWindow window = window(win);
    check(window, window.epochs::requireAnyLock);
  }

  void winFlushLocal(long win, int target) throws Exception {
    winFlush(win, target);
  }

  void winFlushLocalAll(long win) throws Exception {
    winFlushAll(win);
  }

  // ------------------------------------------------------------------ epochs

  /** A step of a window's epochs, which fails if they do not permit it. */
  @FunctionalInterface
  private interface Step {
    void take() throws MpiErrorException;
  }

  private void check(MemoryWindow window, Step step) throws MpiErrorException {
    try {
      step.take();
    } catch (MpiErrorException e) {
      throw error(window, e.errorClass(), e.reason());
    }
  }

  private void requireAssertion(MemoryWindow window, int assertion, int permitted)
      throws MpiErrorException {
    if ((assertion & ~permitted) != 0) {
      throw error(window, MpiError.ASSERT, "assertion " + assertion + " is none of this call");
    }
  }

  /** Waits for all members. After a death it fails, or never returns, as in Open MPI. */
  void winFence(long win, int assertion) throws Exception {
    MemoryWindow window = window(win);
    requireAssertion(window, assertion, OF_A_FENCE);
    boolean isSucceeded = (assertion & MpiConstants.MODE_NOSUCCEED) == 0;
    check(window, () -> window.epochs.fence(isSucceeded));
    Schedule barrier = new Schedules(state, window.comm()).barrier();
    if (universe.windowsWaitForTheDead()) {
      barrier.start();
      await(
          () -> barrier.isOver() && barrier.error() == MpiError.SUCCESS,
          () -> "its winFence on " + window.comm());
    } else {
      run(barrier, "winFence");
    }
  }

  void winLock(long win, int lockType, int target, int assertion) throws Exception {
    MemoryWindow window = window(win);
    if (lockType != MpiConstants.LOCK_EXCLUSIVE && lockType != MpiConstants.LOCK_SHARED) {
      throw error(window, MpiError.LOCKTYPE, lockType + " is no type of a lock");
    }
    requireMember(window, target);
    requireAssertion(window, assertion, MpiConstants.MODE_NOCHECK);
    check(window, () -> window.epochs.lock(target));
    window.lock(target, lockType == MpiConstants.LOCK_EXCLUSIVE);
  }

  private void requireMember(MemoryWindow window, int target) throws MpiErrorException {
    requirePartner(window.comm(), target, false);
    if (target < 0) {
      throw error(window, MpiError.RANK, "nobody can be locked: the target is MPI.PROC_NULL");
    }
  }

  void winUnlock(long win, int target) throws Exception {
    MemoryWindow window = window(win);
    requireMember(window, target);
    check(window, () -> window.epochs.unlock(target));
    window.unlock(target);
  }

  void winLockAll(long win, int assertion) throws Exception {
    MemoryWindow window = window(win);
    requireAssertion(window, assertion, MpiConstants.MODE_NOCHECK);
    check(window, window.epochs::lockAll);
    for (int target = 0; target < window.comm().size(); target++) {
      window.lock(target, false);
    }
  }

  void winUnlockAll(long win) throws Exception {
    MemoryWindow window = window(win);
    check(window, window.epochs::unlockAll);
    for (int target = 0; target < window.comm().size(); target++) {
      window.unlock(target);
    }
  }

  void winPost(long win, long group, int assertion) throws Exception {
    MemoryWindow window = window(win);
    requireAssertion(window, assertion, OF_A_POST);
    int[] origins = group(group);
    check(window, window.epochs::post);
    window.post(origins);
  }

  void winStart(long win, long group, int assertion) throws Exception {
    MemoryWindow window = window(win);
    requireAssertion(window, assertion, MpiConstants.MODE_NOCHECK);
    int[] targets = group(group);
    check(window, () -> window.epochs.start(ranksOf(window, targets)));
    window.start(targets);
  }

  private static int[] ranksOf(MemoryWindow window, int[] worldRanks) {
    return Arrays.stream(worldRanks).map(window.comm().context::rankOf).toArray();
  }

  void winComplete(long win) throws Exception {
    MemoryWindow window = window(win);
    check(window, window.epochs::complete);
    window.complete();
  }

  void winWaitFor(long win) throws Exception {
    MemoryWindow window = window(win);
    check(window, window.epochs::requireExposure);
    await(window::isExposureOver, () -> "the completes of its post on " + window.comm());
    window.epochs.endExposure();
    window.endExposure();
  }

  boolean winTest(long win) throws Exception {
    MemoryWindow window = window(win);
    check(window, window.epochs::requireExposure);
    if (!window.isExposureOver()) {
      letOthersContinue();
    }
    boolean isOver = window.isExposureOver();
    if (isOver) {
      window.epochs.endExposure();
      window.endExposure();
    }
    return isOver;
  }
}
