package org.legio.ulfm.ports;

import java.nio.Buffer;

/**
 * Makes and uses windows, memory that other ranks may read and write, with the parameters of the
 * binding's natives (see {@link Pmpi}). A window is given by its handle.
 *
 * <p>MPI standard 4.0, chapter 12.
 */
public interface OneSided {

  /** Accesses a target's memory. */
  void winAccess(long win, WindowCall call) throws Exception;

  /** Begins to access a target's memory; returns the request. */
  long startWinAccess(long win, WindowCall call) throws Exception;

  @BindingNative(owner = "mpi.Win")
  long createWin(Buffer base, int size, int dispUnit, long info, long comm) throws Exception;

  @BindingNative(owner = "mpi.Win")
  long allocateWin(int size, int dispUnit, long info, long comm, Buffer buf) throws Exception;

  @BindingNative(owner = "mpi.Win")
  long allocateSharedWin(int size, int dispUnit, long info, long comm, Buffer buf) throws Exception;

  @BindingNative(owner = "mpi.Win")
  long createDynamicWin(long info, long comm) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "getGroup")
  long winGetGroup(long win) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "fence")
  void winFence(long win, int assertion) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "start")
  void winStart(long win, long group, int assertion) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "complete")
  void winComplete(long win) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "post")
  void winPost(long win, long group, int assertion) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "waitFor")
  void winWaitFor(long win) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "test")
  boolean winTest(long win) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "lock")
  void winLock(long win, int lockType, int target, int assertion) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "unlock")
  void winUnlock(long win, int target) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "setErrhandler")
  void winSetErrhandler(long win, long errhandler) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "getErrhandler")
  long winGetErrhandler(long win) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "callErrhandler")
  void winCallErrhandler(long win, int errorCode) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "free")
  long winFree(long win) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "getInfo")
  long winGetInfo(long win) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "setInfo")
  void winSetInfo(long win, long info) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "lockAll")
  void winLockAll(long win, int assertion) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "unlockAll")
  void winUnlockAll(long win) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "sync")
  void winSync(long win) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "flush")
  void winFlush(long win, int target) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "flushAll")
  void winFlushAll(long win) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "flushLocal")
  void winFlushLocal(long win, int target) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "flushLocalAll")
  void winFlushLocalAll(long win) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "getName")
  String winGetName(long win) throws Exception;

  @BindingNative(owner = "mpi.Win", name = "setName")
  void winSetName(long win, String name) throws Exception;
}
