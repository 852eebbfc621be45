package org.legio.core.windows;

import java.nio.Buffer;
import org.legio.core.Communicator;
import org.legio.core.CommunicatorMaker;
import org.legio.core.CommunicatorRegistry;
import org.legio.core.Communicators;
import org.legio.core.Context;
import org.legio.core.Setting;
import org.legio.core.windows.Accumulations.Items;
import org.legio.core.windows.Accumulations.Place;
import org.legio.ulfm.Pmpi;

/**
 * The handler of windows. Each method has the parameters of the native whose name it bears; windows
 * that were not made of a protected communicator are left to MPI.
 *
 * <p>No call waits for the dead: see {@code docs/design/windows.md}.
 */
public final class Windows {
  private static final Setting GET = Setting.GET_TARGET_FAILED;
  private static final Setting PUT = Setting.PUT_TARGET_FAILED;
  private static final int BASE_TYPE_BYTE = 1;

  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorRegistry communicators;
  private final WindowRegistry windows = new WindowRegistry();
  private final WindowMaker maker;

  /** Serves the windows of protected communicators. */
  public Windows(
      Context context,
      CommunicatorRegistry registry,
      CommunicatorMaker communicatorMaker,
      Communicators communicators) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.communicators = registry;
    this.maker = new WindowMaker(context, communicatorMaker, communicators);
  }

  // ------------------------------------------------------------------ making

  /** {@code MPI_Win_create}. */
  public long createWin(Buffer base, int size, int dispUnit, long info, long comm)
      throws Exception {
    return make(
        "createWin", comm, info, (i, c) -> pmpi.createWin(base, size, dispUnit, i, c), true);
  }

  /** {@code MPI_Win_allocate}. */
  public long allocateWin(int size, int dispUnit, long info, long comm, Buffer buf)
      throws Exception {
    return make(
        "allocateWin", comm, info, (i, c) -> pmpi.allocateWin(size, dispUnit, i, c, buf), false);
  }

  /** {@code MPI_Win_allocate_shared}. */
  public long allocateSharedWin(int size, int dispUnit, long info, long comm, Buffer buf)
      throws Exception {
    return make(
        "allocateSharedWin",
        comm,
        info,
        (i, c) -> pmpi.allocateSharedWin(size, dispUnit, i, c, buf),
        false);
  }

  /** {@code MPI_Win_create_dynamic}. */
  public long createDynamicWin(long info, long comm) throws Exception {
    return make("createDynamicWin", comm, info, pmpi::createDynamicWin, true);
  }

  /** Makes MPI's window. */
  @FunctionalInterface
  private interface Making {
    long with(long info, long comm) throws Exception;
  }

  private long make(String call, long comm, long info, Making making, boolean checked)
      throws Exception {
    Communicator parent = communicators.find(comm);
    if (parent == null) {
      return making.with(info, comm);
    }
    Window[] made = new Window[1];
    LockHint.keepFromMpi(
        context,
        info,
        given -> made[0] = maker.make(call, parent, c -> making.with(given, c), checked));
    made[0].lockHint().note(info);
    windows.add(made[0]);
    return made[0].handles().win();
  }

  // ------------------------------------------------------------------ hints

  /** {@code MPI_Win_get_info}. */
  public long getInfo(long win) throws Exception {
    Window window = windows.find(win);
    return window == null ? pmpi.winGetInfo(win) : window.lockHint().show();
  }

  /** {@code MPI_Win_set_info}. */
  public void setInfo(long win, long info) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winSetInfo(win, info);
      return;
    }
    LockHint.keepFromMpi(context, info, given -> pmpi.winSetInfo(win, given));
    window.lockHint().note(info);
  }

  // ------------------------------------------------------------------ freeing

  /** {@code MPI_Win_free}. */
  public long free(long win) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      return pmpi.winFree(win);
    }
    windows.remove(window);
    maker.free(window);
    return context.binding().windowNull();
  }

  // ------------------------------------------------------------------ puts and gets

  /** {@code MPI_Put}. */
  public void put(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      int target,
      int targetDisp,
      int targetCount,
      long targetType,
      int baseType)
      throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winPut(
          win,
          origin,
          originCount,
          originType,
          target,
          targetDisp,
          targetCount,
          targetType,
          baseType);
      return;
    }
    window.transfer(
        "put",
        PUT,
        target,
        peer ->
            pmpi.winRPut(
                win,
                origin,
                originCount,
                originType,
                peer,
                targetDisp,
                targetCount,
                targetType,
                baseType));
  }

  /** {@code MPI_Rput}: done when this returns. */
  public long rPut(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      int target,
      int targetDisp,
      int targetCount,
      long targetType,
      int baseType)
      throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      return pmpi.winRPut(
          win,
          origin,
          originCount,
          originType,
          target,
          targetDisp,
          targetCount,
          targetType,
          baseType);
    }
    window.transferNow(
        "rPut",
        PUT,
        target,
        peer ->
            pmpi.winRPut(
                win,
                origin,
                originCount,
                originType,
                peer,
                targetDisp,
                targetCount,
                targetType,
                baseType));
    return context.binding().requestEmpty();
  }

  /** {@code MPI_Get}. */
  public void get(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      int target,
      int targetDisp,
      int targetCount,
      long targetType,
      int baseType)
      throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winGet(
          win,
          origin,
          originCount,
          originType,
          target,
          targetDisp,
          targetCount,
          targetType,
          baseType);
      return;
    }
    window.transfer(
        "get",
        GET,
        target,
        peer ->
            pmpi.winRGet(
                win,
                origin,
                originCount,
                originType,
                peer,
                targetDisp,
                targetCount,
                targetType,
                baseType));
  }

  /** {@code MPI_Rget}: done when this returns. */
  public long rGet(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      int target,
      int targetDisp,
      int targetCount,
      long targetType,
      int baseType)
      throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      return pmpi.winRGet(
          win,
          origin,
          originCount,
          originType,
          target,
          targetDisp,
          targetCount,
          targetType,
          baseType);
    }
    window.transferNow(
        "rGet",
        GET,
        target,
        peer ->
            pmpi.winRGet(
                win,
                origin,
                originCount,
                originType,
                peer,
                targetDisp,
                targetCount,
                targetType,
                baseType));
    return context.binding().requestEmpty();
  }

  // ------------------------------------------------------------------ accumulations

  /** {@code MPI_Accumulate}. */
  public void accumulate(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      int target,
      int targetDisp,
      int targetCount,
      long targetType,
      Object op,
      long opHandle,
      int baseType)
      throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winAccumulate(
          win,
          origin,
          originCount,
          originType,
          target,
          targetDisp,
          targetCount,
          targetType,
          op,
          opHandle,
          baseType);
      return;
    }
    accumulate(
        "accumulate",
        window,
        origin,
        originCount,
        originType,
        target,
        targetDisp,
        targetCount,
        targetType,
        op,
        opHandle,
        baseType);
  }

  /** {@code MPI_Raccumulate}: done when this returns. */
  public long rAccumulate(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      int target,
      int targetDisp,
      int targetCount,
      long targetType,
      Object op,
      long opHandle,
      int baseType)
      throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      return pmpi.winRAccumulate(
          win,
          origin,
          originCount,
          originType,
          target,
          targetDisp,
          targetCount,
          targetType,
          op,
          opHandle,
          baseType);
    }
    accumulate(
        "rAccumulate",
        window,
        origin,
        originCount,
        originType,
        target,
        targetDisp,
        targetCount,
        targetType,
        op,
        opHandle,
        baseType);
    return context.binding().requestEmpty();
  }

  private void accumulate(
      String call,
      Window window,
      Buffer origin,
      int originCount,
      long originType,
      int target,
      int targetDisp,
      int targetCount,
      long targetType,
      Object op,
      long opHandle,
      int baseType)
      throws Exception {
    window.access(
        call,
        PUT,
        target,
        peer -> {
          pmpi.winAccumulate(
              window.handles().win(),
              origin,
              originCount,
              originType,
              window.judgedRank(peer),
              targetDisp,
              targetCount,
              targetType,
              op,
              opHandle,
              baseType);
          if (peer >= 0) {
            window
                .accumulations()
                .accumulate(
                    new Items(origin, originCount, originType),
                    new Place(peer, targetDisp, targetCount, targetType, baseType),
                    opHandle);
          }
        });
  }

  /** {@code MPI_Get_accumulate}. */
  public void getAccumulate(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      Buffer result,
      int resultCount,
      long resultType,
      int target,
      int targetDisp,
      int targetCount,
      long targetType,
      Object op,
      long opHandle,
      int baseType)
      throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winGetAccumulate(
          win,
          origin,
          originCount,
          originType,
          result,
          resultCount,
          resultType,
          target,
          targetDisp,
          targetCount,
          targetType,
          op,
          opHandle,
          baseType);
      return;
    }
    getAccumulate(
        "getAccumulate",
        window,
        origin,
        originCount,
        originType,
        result,
        resultCount,
        resultType,
        target,
        targetDisp,
        targetCount,
        targetType,
        op,
        opHandle,
        baseType);
  }

  /** {@code MPI_Rget_accumulate}: done when this returns. */
  public long rGetAccumulate(
      long win,
      Buffer origin,
      int originCount,
      long originType,
      Buffer result,
      int resultCount,
      long resultType,
      int target,
      int targetDisp,
      int targetCount,
      long targetType,
      Object op,
      long opHandle,
      int baseType)
      throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      return pmpi.winRGetAccumulate(
          win,
          origin,
          originCount,
          originType,
          result,
          resultCount,
          resultType,
          target,
          targetDisp,
          targetCount,
          targetType,
          op,
          opHandle,
          baseType);
    }
    getAccumulate(
        "rGetAccumulate",
        window,
        origin,
        originCount,
        originType,
        result,
        resultCount,
        resultType,
        target,
        targetDisp,
        targetCount,
        targetType,
        op,
        opHandle,
        baseType);
    return context.binding().requestEmpty();
  }

  private void getAccumulate(
      String call,
      Window window,
      Buffer origin,
      int originCount,
      long originType,
      Buffer result,
      int resultCount,
      long resultType,
      int target,
      int targetDisp,
      int targetCount,
      long targetType,
      Object op,
      long opHandle,
      int baseType)
      throws Exception {
    window.access(
        call,
        GET,
        target,
        peer -> {
          pmpi.winGetAccumulate(
              window.handles().win(),
              origin,
              originCount,
              originType,
              result,
              resultCount,
              resultType,
              window.judgedRank(peer),
              targetDisp,
              targetCount,
              targetType,
              op,
              opHandle,
              baseType);
          if (peer >= 0) {
            window
                .accumulations()
                .getAccumulate(
                    new Items(origin, originCount, originType),
                    new Items(result, resultCount, resultType),
                    new Place(peer, targetDisp, targetCount, targetType, baseType),
                    opHandle);
          }
        });
  }

  /** {@code MPI_Fetch_and_op}. */
  public void fetchAndOp(
      long win,
      Buffer origin,
      Buffer result,
      long type,
      int target,
      int targetDisp,
      Object op,
      long opHandle,
      int baseType)
      throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winFetchAndOp(win, origin, result, type, target, targetDisp, op, opHandle, baseType);
      return;
    }
    window.access(
        "fetchAndOp",
        GET,
        target,
        peer -> {
          pmpi.winFetchAndOp(
              win,
              origin,
              result,
              type,
              window.judgedRank(peer),
              targetDisp,
              op,
              opHandle,
              baseType);
          if (peer >= 0) {
            window
                .accumulations()
                .getAccumulate(
                    new Items(origin, 1, type),
                    new Items(result, 1, type),
                    new Place(peer, targetDisp, 1, type, baseType),
                    opHandle);
          }
        });
  }

  /** {@code MPI_Compare_and_swap}. */
  public void compareAndSwap(
      long win, Buffer origin, Buffer compare, Buffer result, long type, int target, int targetDisp)
      throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winCompareAndSwap(win, origin, compare, result, type, target, targetDisp);
      return;
    }
    window.access(
        "compareAndSwap",
        GET,
        target,
        peer -> {
          pmpi.winCompareAndSwap(
              win, origin, compare, result, type, window.judgedRank(peer), targetDisp);
          if (peer >= 0) {
            window
                .accumulations()
                .compareAndSwap(
                    new Items(origin, 1, type),
                    new Items(compare, 1, type),
                    new Items(result, 1, type),
                    new Place(peer, targetDisp, 1, type, BASE_TYPE_BYTE));
          }
        });
  }

  // ------------------------------------------------------------------ synchronisation

  /** {@code MPI_Win_fence}. */
  public void fence(long win, int assertion) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winFence(win, assertion);
    } else {
      window.fence(assertion);
    }
  }

  /** {@code MPI_Win_post}. */
  public void post(long win, long group, int assertion) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winPost(win, group, assertion);
    } else {
      window.post(group, assertion);
    }
  }

  /** {@code MPI_Win_start}. */
  public void start(long win, long group, int assertion) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winStart(win, group, assertion);
    } else {
      window.start(group, assertion);
    }
  }

  /** {@code MPI_Win_complete}. */
  public void complete(long win) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winComplete(win);
    } else {
      window.complete();
    }
  }

  /** {@code MPI_Win_wait}. */
  public void waitFor(long win) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winWaitFor(win);
    } else {
      window.waitFor();
    }
  }

  /** {@code MPI_Win_test}. */
  public boolean test(long win) throws Exception {
    Window window = windows.find(win);
    return window == null ? pmpi.winTest(win) : window.test();
  }

  /** {@code MPI_Win_lock}. */
  public void lock(long win, int lockType, int target, int assertion) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winLock(win, lockType, target, assertion);
    } else {
      window.lock(lockType, target, assertion);
    }
  }

  /** {@code MPI_Win_unlock}. */
  public void unlock(long win, int target) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winUnlock(win, target);
    } else {
      window.unlock(target);
    }
  }

  /** {@code MPI_Win_lock_all}. */
  public void lockAll(long win, int assertion) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winLockAll(win, assertion);
    } else {
      window.lockAll(assertion);
    }
  }

  /** {@code MPI_Win_unlock_all}. */
  public void unlockAll(long win) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winUnlockAll(win);
    } else {
      window.unlockAll();
    }
  }

  /** {@code MPI_Win_flush}. */
  public void flush(long win, int target) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winFlush(win, target);
    } else {
      window.flush("flush", target);
    }
  }

  /** {@code MPI_Win_flush_local}. */
  public void flushLocal(long win, int target) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winFlushLocal(win, target);
    } else {
      window.flush("flushLocal", target);
    }
  }

  /** {@code MPI_Win_flush_all}. */
  public void flushAll(long win) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winFlushAll(win);
    } else {
      window.flushAll("flushAll");
    }
  }

  /** {@code MPI_Win_flush_local_all}. */
  public void flushLocalAll(long win) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winFlushLocalAll(win);
    } else {
      window.flushAll("flushLocalAll");
    }
  }

  // ------------------------------------------------------------------ asking

  /** {@code MPI_Win_get_group}: the dead are in it. */
  public long getGroup(long win) throws Exception {
    Window window = windows.find(win);
    return window == null || window.peers().isComplete()
        ? pmpi.winGetGroup(win)
        : context.world().newGroup(window.comm().members());
  }

  // ------------------------------------------------------------------ errors

  /** {@code MPI_Win_set_errhandler}: what the program sets is kept; MPI itself always returns. */
  public void setErrhandler(long win, long errhandler) throws Exception {
    Window window = windows.find(win);
    if (window == null) {
      pmpi.winSetErrhandler(win, errhandler);
    } else {
      window.errorHandler().set(errhandler);
    }
  }

  /** {@code MPI_Win_get_errhandler}. */
  public long getErrhandler(long win) throws Exception {
    Window window = windows.find(win);
    return window == null ? pmpi.winGetErrhandler(win) : window.errorHandler().handle();
  }

  /** {@code MPI_Win_call_errhandler}. */
  public void callErrhandler(long win, int errorCode) throws Exception {
    Window window = windows.find(win);
    if (window == null || window.errorHandler().returns()) {
      pmpi.winCallErrhandler(win, errorCode);
    } else {
      throw window.errorHandler().call("MPI_Win_call_errhandler", "window", errorCode);
    }
  }
}
