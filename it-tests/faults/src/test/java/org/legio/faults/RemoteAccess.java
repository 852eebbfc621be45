package org.legio.faults;

import static org.legio.faults.Memories.word;

import org.legio.core.windows.Window;
import org.legio.ulfm.ports.WindowAccess;
import org.legio.ulfm.ports.WindowCall;

/**
 * More ways to access the memory of other ranks: by requests, and by calls that read and write at
 * once. Each has the effect of a plain put, get or accumulate of {@link Memories}, and completes it
 * in its own way.
 */
final class RemoteAccess {
  private static final int FIRST = 0;

  private final Mpi mpi;
  private final Memories memories;
  private final int place;

  /** What one rank has done to its word in others' memory. */
  RemoteAccess(Comm comm) {
    this.mpi = comm.mpi();
    this.memories = comm.memories();
    this.place = comm.rank();
  }

  private void await(Window win, WindowCall call) throws Exception {
    mpi.log().called.add(call.operation().nonBlockingCall());
    mpi.requests().waitFor(win.start(call));
  }

  /** What adds this rank's word; what was there before is got, too. */
  private WindowCall addition(Window win, WindowAccess access) throws Exception {
    WindowCall call = memories.addition(win, access, word(memories.own()));
    call.result().at(word(0));
    return call;
  }

  void rPut(Window win) throws Exception {
    int next = memories.next();
    await(win, memories.call(win, WindowAccess.PUT, word(memories.own()), next, place));
    win.flush(next);
  }

  void rGet(Window win, Cells into) throws Exception {
    int previous = memories.previous();
    await(win, memories.call(win, WindowAccess.GET, memories.place(into), previous, previous));
    win.flushAll();
  }

  void rAccumulate(Window win) throws Exception {
    await(win, addition(win, WindowAccess.ACCUMULATE));
    win.flushLocal(FIRST);
  }

  void getAccumulate(Window win) throws Exception {
    memories.run(win, addition(win, WindowAccess.GET_ACCUMULATE));
    win.flushLocalAll();
  }

  void rGetAccumulate(Window win) throws Exception {
    await(win, addition(win, WindowAccess.GET_ACCUMULATE));
  }

  void fetchAndOp(Window win) throws Exception {
    memories.run(win, addition(win, WindowAccess.FETCH_AND_OP));
  }

  /** Into a word that nobody else writes, which holds what blank memory does. */
  void compareAndSwap(Window win) throws Exception {
    WindowCall call =
        memories.call(
            win, WindowAccess.COMPARE_AND_SWAP, word(memories.own()), memories.next(), place);
    call.compare().at(word(-1 - place));
    call.result().at(word(0));
    memories.run(win, call);
  }
}
