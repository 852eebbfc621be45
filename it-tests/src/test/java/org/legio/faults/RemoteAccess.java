package org.legio.faults;

import java.nio.Buffer;
import java.nio.IntBuffer;
import org.legio.core.windows.Windows;

/**
 * More ways to access the memory of other ranks: by requests, and in one piece. Each has the effect
 * of a plain put, get or accumulate of {@link Memories}, and completes it in its own way.
 */
final class RemoteAccess {
  private static final Form FORM = Form.DIRECT;
  private static final int FIRST = 0;

  private final Mpi mpi;
  private final Memories memories;
  private final int place;
  private final long type;
  private final int base;
  private final Object sum;
  private final long sumHandle;

  /** What one rank has done to its word in others' memory. */
  RemoteAccess(Comm comm) throws Exception {
    this.mpi = comm.mpi();
    this.memories = comm.memories();
    this.place = comm.rank();
    this.type = comm.mpi().fabric().type(FORM);
    this.base = comm.mpi().fabric().baseType(FORM);
    this.sum = comm.mpi().fabric().operation(Reduction.SUM, FORM);
    this.sumHandle = comm.mpi().fabric().operationHandle(Reduction.SUM, FORM);
  }

  private Windows windows() {
    return mpi.windows();
  }

  private Buffer own() {
    return word(memories.own());
  }

  private static Buffer word(long value) {
    return (Buffer) new Cells(FORM, 1).put(0, value).memory();
  }

  private void await(long request) throws Exception {
    mpi.requests().waitFor(request);
  }

  void rPut(long win) throws Exception {
    int next = memories.next();
    await(windows().rPut(win, own(), 1, type, next, place, 1, type, base));
    windows().flush(win, next);
  }

  void rGet(long win, Cells into) throws Exception {
    int previous = memories.previous();
    Buffer slot = ((IntBuffer) into.memory()).duplicate().position(previous).slice();
    await(windows().rGet(win, slot, 1, type, previous, previous, 1, type, base));
    windows().flushAll(win);
  }

  void rAccumulate(long win) throws Exception {
    await(windows().rAccumulate(win, own(), 1, type, FIRST, 0, 1, type, sum, sumHandle, base));
    windows().flushLocal(win, FIRST);
  }

  void getAccumulate(long win) throws Exception {
    windows()
        .getAccumulate(
            win, own(), 1, type, word(0), 1, type, FIRST, 0, 1, type, sum, sumHandle, base);
    windows().flushLocalAll(win);
  }

  void rGetAccumulate(long win) throws Exception {
    await(
        windows()
            .rGetAccumulate(
                win, own(), 1, type, word(0), 1, type, FIRST, 0, 1, type, sum, sumHandle, base));
  }

  void fetchAndOp(long win) throws Exception {
    windows().fetchAndOp(win, own(), word(0), type, FIRST, 0, sum, sumHandle, base);
  }

  /** Into a word that nobody else writes, which holds what blank memory does. */
  void compareAndSwap(long win) throws Exception {
    windows().compareAndSwap(win, own(), word(-1 - place), word(0), type, memories.next(), place);
  }
}
