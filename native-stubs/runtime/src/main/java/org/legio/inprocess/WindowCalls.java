package org.legio.inprocess;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MessageData;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.WindowAccess;
import org.legio.ulfm.WindowCall;

/**
 * The natives on windows. Each access is complete when its call returns. An access to a dead rank
 * has no effect.
 */
final class WindowCalls extends Calls {
  WindowCalls(RankState state) {
    super(state);
  }

  private MemoryWindow window(long handle) throws Exception {
    MemoryWindow window = state.windows.find(handle);
    if (window == null) {
      throw error(state.world, MpiError.WIN, "handle " + handle + " is no window");
    }
    return window;
  }

  private InProcessException error(MemoryWindow window, int errorClass, String message) {
    return error(window.comm(), errorClass, message);
  }

  // ------------------------------------------------------------------ making

  long createWin(@Nullable Buffer base, int size, int dispUnit, long info, long comm)
      throws Exception {
    return make("createWin", base, size, dispUnit, comm);
  }

  /** Makes a window of MPI's own memory, to which the binding gives the program no access. */
  long allocateWin(int size, int dispUnit, long info, long comm, @Nullable Buffer buf)
      throws Exception {
    return make("allocateWin", ByteBuffer.allocateDirect(size), size, dispUnit, comm);
  }

  long allocateSharedWin(int size, int dispUnit, long info, long comm, @Nullable Buffer buf)
      throws Exception {
    return make("allocateSharedWin", ByteBuffer.allocateDirect(size), size, dispUnit, comm);
  }

  private long make(String call, @Nullable Buffer base, int size, int dispUnit, long handle)
      throws Exception {
    Comm parent = comm(handle);
    int number = parent.nextCreation();
    MemoryWindow.Part part =
        new MemoryWindow.Part(base == null ? null : Memory.of(base), size, dispUnit);
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

  /** Others may access the window as soon as they know that all have made it. */
  private long madeByAll(MemoryWindow window, String call) throws Exception {
    Comm own = window.comm();
    own.context.failsAsOne = true;
    long handle = state.windows.add(window);
    try {
      run(new Schedules(state, own).barrier(), call);
    } catch (Exception e) {
      state.windows.remove(handle);
      state.comms.remove(own.handle);
      throw e;
    }
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
    state.comms.remove(window.comm().handle);
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
    if (target < 0) {
      return;
    }
    WindowRequest request = request(window, call);
    Items result = resultOf(window, call);
    byte[] before;
    try {
      before = window.access(target, request);
    } catch (InProcessException e) {
      throw error(window, e.errorClass(), String.valueOf(e.getMessage()));
    }
    if (result != null && before != null) {
      result.unpack(before);
    }
  }

  private WindowRequest request(MemoryWindow window, WindowCall call) throws Exception {
    boolean bringsNothing = call.operation() == WindowAccess.GET;
    boolean isCompared = call.operation() == WindowAccess.COMPARE_AND_SWAP;
    return new WindowRequest(
        call.operation(),
        call.displacement(),
        call.targetCount(),
        type(window.comm(), call.targetType()),
        opOf(call),
        bringsNothing ? NOTHING : data(window, call.origin()),
        isCompared ? data(window, call.compare()) : NOTHING);
  }

  private static long opOf(WindowCall call) {
    return call.op() instanceof ReduceOp known ? known.handle() : call.opHandle();
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

  // The next five only check the window, because every access is complete at once.

  void winSync(long win) throws Exception {
    window(win);
  }

  void winFlush(long win, int target) throws Exception {
    window(win);
  }

  void winFlushAll(long win) throws Exception {
    window(win);
  }

  void winFlushLocal(long win, int target) throws Exception {
    window(win);
  }

  void winFlushLocalAll(long win) throws Exception {
    window(win);
  }

  // ------------------------------------------------------------------ epochs

  /** Waits for all members. After a death it fails, or never returns, as in Open MPI. */
  void winFence(long win, int assertion) throws Exception {
    MemoryWindow window = window(win);
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
    requirePartner(window.comm(), target, false);
    window.lock(target, lockType == MpiConstants.LOCK_EXCLUSIVE);
  }

  void winUnlock(long win, int target) throws Exception {
    MemoryWindow window = window(win);
    requirePartner(window.comm(), target, false);
    if (!window.unlock(target)) {
      throw error(window, MpiError.RMA_SYNC, target + " is not locked");
    }
  }

  void winLockAll(long win, int assertion) throws Exception {
    for (int target = 0; target < window(win).comm().size(); target++) {
      winLock(win, MpiConstants.LOCK_SHARED, target, assertion);
    }
  }

  void winUnlockAll(long win) throws Exception {
    for (int target = 0; target < window(win).comm().size(); target++) {
      winUnlock(win, target);
    }
  }

  void winPost(long win, long group, int assertion) throws Exception {
    window(win).post(group(group));
  }

  void winStart(long win, long group, int assertion) throws Exception {
    window(win).start(group(group));
  }

  void winComplete(long win) throws Exception {
    window(win).complete();
  }

  void winWaitFor(long win) throws Exception {
    MemoryWindow window = window(win);
    await(window::isExposureOver, () -> "the completes of its post on " + window.comm());
    window.endExposure();
  }

  boolean winTest(long win) throws Exception {
    MemoryWindow window = window(win);
    if (!window.isExposureOver()) {
      letOthersGoOn();
    }
    boolean isOver = window.isExposureOver();
    if (isOver) {
      window.endExposure();
    }
    return isOver;
  }
}
