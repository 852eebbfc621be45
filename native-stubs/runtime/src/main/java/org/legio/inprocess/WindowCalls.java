package org.legio.inprocess;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MessageData;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.WindowCall;

/**
 * The natives on windows. The memory of all ranks lies in one JVM, so each access is complete at
 * once. An access to a dead rank has no effect. A call that waits for a dead rank waits for ever,
 * as in Open MPI.
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
    MemoryWindow.Shared shared =
        universe.sharedOf(
            new CommMaker.Key(parent.context.id, call, number, java.util.List.of()),
            () -> new MemoryWindow.Shared(parent.size()));
    shared.parts[parent.rank] =
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
    return madeByAll(new MemoryWindow(own[0], shared), call);
  }

  private long madeByAll(MemoryWindow window, String call) throws Exception {
    Comm own = window.comm();
    own.context.failsAsOne = true;
    try {
      run(new Schedules(state, own).barrier(), call);
    } catch (Exception e) {
      state.comms.remove(own.handle);
      throw e;
    }
    return state.windows.add(window);
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
    switch (call.operation()) {
      case PUT -> put(window, data(window, call.origin()), call);
      case GET -> get(window, call.origin(), call);
      case ACCUMULATE -> accumulate(window, call);
      case GET_ACCUMULATE, FETCH_AND_OP -> {
        get(window, call.result(), call);
        accumulate(window, call);
      }
      case COMPARE_AND_SWAP -> {
        byte[] expected = data(window, call.compare());
        get(window, call.result(), call);
        if (Arrays.equals(expected, data(window, call.result()))) {
          put(window, data(window, call.origin()), call);
        }
      }
    }
  }

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

  /** The memory that is accessed; null if it is a dead rank's. */
  private @Nullable Items target(MemoryWindow window, WindowCall call) throws Exception {
    int target = call.target();
    requirePartner(window.comm(), target, false);
    if (target < 0 || universe.isDead(window.comm().context.group[target])) {
      return null;
    }
    MemoryWindow.Part part = Objects.requireNonNull(window.shared().parts[target]);
    Datatype datatype = type(window.comm(), call.targetType());
    int count = call.targetCount();
    int from = call.displacement() * part.unit();
    if (part.memory() == null || from < 0 || from + count * datatype.extent() > part.bytes()) {
      throw error(
          window,
          MpiError.RMA_CONFLICT,
          count + " items at " + from + " in a window of " + part.bytes() + " bytes");
    }
    return new Items(part.memory(), from, count, datatype);
  }

  private void put(MemoryWindow window, byte[] data, WindowCall call) throws Exception {
    Items items = target(window, call);
    if (items != null) {
      items.unpack(data);
    }
  }

  private void get(MemoryWindow window, MessageData own, WindowCall call) throws Exception {
    Items into = items(window, own);
    Items items = target(window, call);
    if (items != null) {
      into.unpack(items.pack());
    }
  }

  private void accumulate(MemoryWindow window, WindowCall call) throws Exception {
    byte[] data = data(window, call.origin());
    Items items = target(window, call);
    if (items == null) {
      return;
    }
    if (!(call.op() instanceof ReduceOp known)) {
      throw error(window, MpiError.OP, call.op() + " is no operation of the runtime");
    }
    byte[] sum = items.pack();
    if (known != ReduceOp.NO_OP) {
      known.apply(data, sum, items.type());
      items.unpack(sum);
    }
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

  /** Waits for all members; never returns after a death, as in Open MPI. */
  void winFence(long win, int assertion) throws Exception {
    barrier(window(win), "winFence");
  }

  private void barrier(MemoryWindow window, String call) {
    Schedule schedule = new Schedules(state, window.comm()).barrier().start();
    await(
        () -> schedule.isOver() && schedule.error() == MpiError.SUCCESS,
        () -> "its " + call + " on " + window.comm());
  }

  private void wakeOthers(MemoryWindow window) {
    for (int member : window.comm().context.group) {
      universe.scheduler().wake(member);
    }
  }

  void winLock(long win, int lockType, int target, int assertion) throws Exception {
    MemoryWindow window = window(win);
    requirePartner(window.comm(), target, false);
    MemoryWindow.Lock lock = window.shared().locks[target];
    boolean isExclusive = lockType == MpiConstants.LOCK_EXCLUSIVE;
    await(
        () -> lock.isFree(isExclusive),
        () -> "its lock of " + target + " on window " + window.comm());
    lock.take(state.rank, isExclusive);
  }

  void winUnlock(long win, int target) throws Exception {
    MemoryWindow window = window(win);
    requirePartner(window.comm(), target, false);
    if (!window.shared().locks[target].release(state.rank)) {
      throw error(window, MpiError.RMA_SYNC, target + " is not locked");
    }
    wakeOthers(window);
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
    MemoryWindow window = window(win);
    window.exposedTo = group(group);
    for (int origin : window.exposedTo) {
      window.shared().posted.add(new MemoryWindow.Pair(state.rank, origin));
    }
    wakeOthers(window);
  }

  void winStart(long win, long group, int assertion) throws Exception {
    MemoryWindow window = window(win);
    window.accessTo = group(group);
    Set<MemoryWindow.Pair> posted = window.shared().posted;
    for (int target : window.accessTo) {
      MemoryWindow.Pair pair = new MemoryWindow.Pair(target, state.rank);
      await(() -> posted.contains(pair), () -> "the post of " + target + " on " + window.comm());
      posted.remove(pair);
    }
  }

  void winComplete(long win) throws Exception {
    MemoryWindow window = window(win);
    for (int target : window.accessTo) {
      window.shared().completed.add(new MemoryWindow.Pair(target, state.rank));
    }
    window.accessTo = new int[0];
    wakeOthers(window);
  }

  void winWaitFor(long win) throws Exception {
    MemoryWindow window = window(win);
    await(() -> isExposureOver(window), () -> "the completes of its post on " + window.comm());
    endExposure(window);
  }

  boolean winTest(long win) throws Exception {
    MemoryWindow window = window(win);
    if (!isExposureOver(window)) {
      letOthersGoOn();
    }
    boolean isOver = isExposureOver(window);
    if (isOver) {
      endExposure(window);
    }
    return isOver;
  }

  private boolean isExposureOver(MemoryWindow window) {
    for (int origin : window.exposedTo) {
      if (!window.shared().completed.contains(new MemoryWindow.Pair(state.rank, origin))) {
        return false;
      }
    }
    return true;
  }

  private void endExposure(MemoryWindow window) {
    for (int origin : window.exposedTo) {
      window.shared().completed.remove(new MemoryWindow.Pair(state.rank, origin));
    }
    window.exposedTo = new int[0];
  }
}
