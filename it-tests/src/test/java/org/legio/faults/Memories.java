package org.legio.faults;

import java.nio.Buffer;
import java.nio.IntBuffer;

/**
 * Programs' uses of windows, each seen as one collective operation: from before the window is made
 * to after its last epoch.
 */
final class Memories {

  /** What is done with a window. */
  @FunctionalInterface
  interface Use {
    void run(long win) throws Exception;
  }

  private static final Form FORM = Form.DIRECT;
  private static final int EXCLUSIVE = 1;

  private final Comm comm;
  private final Mpi mpi;

  Memories(Comm comm) {
    this.comm = comm;
    this.mpi = comm.mpi();
  }

  /** A word of each rank is put into the next one's memory, in its place. */
  void puts(Cells memory, Use use) throws Exception {
    observe(fromPrevious(), memory, memory, use);
  }

  /** A word of the previous rank's memory is got into its place. */
  void gets(Cells memory, Cells into, Use use) throws Exception {
    Observation o = fromPrevious();
    o.input = memory.values(comm.rank(), 1);
    observe(o, memory, into, use);
  }

  /** All ranks add their words to one of the first. */
  void accumulates(Cells memory, Use use) throws Exception {
    Observation o = comm.call("accumulate");
    o.root = 0;
    o.input = new long[] {own()};
    observe(o, memory, memory, use);
  }

  long own() {
    return 1L << comm.rank();
  }

  private Observation fromPrevious() {
    Observation o = comm.call("neighbors");
    o.input = new long[] {own()};
    o.sources = new int[] {previous()};
    o.sourceBlocks = new int[1];
    o.sendDispls = new int[1];
    o.recvCounts = new int[] {1};
    o.recvDispls = new int[] {previous()};
    return o;
  }

  private void observe(Observation o, Cells memory, Cells seen, Use use) throws Exception {
    long[] win = new long[1];
    mpi.observe(
        o,
        seen,
        () -> {
          int bytes = memory.count() * FORM.element().bytes();
          win[0] =
              mpi.windows()
                  .createWin(
                      (Buffer) memory.memory(),
                      bytes,
                      Integer.BYTES,
                      mpi.binding().infoNull(),
                      comm.handle());
          use.run(win[0]);
        });
  }

  int next() {
    return (comm.rank() + 1) % comm.size();
  }

  int previous() {
    return Math.floorMod(comm.rank() - 1, comm.size());
  }

  // ------------------------------------------------------------------ accesses

  void putToNext(long win) throws Exception {
    long type = mpi.fabric().type(FORM);
    int base = mpi.fabric().baseType(FORM);
    mpi.windows().put(win, word(own()), 1, type, next(), comm.rank(), 1, type, base);
  }

  void getFromPrevious(long win, Cells into) throws Exception {
    long type = mpi.fabric().type(FORM);
    int base = mpi.fabric().baseType(FORM);
    int place = previous();
    Buffer slot = ((IntBuffer) into.memory()).duplicate().position(place).slice();
    mpi.windows().get(win, slot, 1, type, place, place, 1, type, base);
  }

  void addToFirst(long win) throws Exception {
    long type = mpi.fabric().type(FORM);
    Object op = mpi.fabric().operation(Reduction.SUM, FORM);
    long handle = mpi.fabric().operationHandle(Reduction.SUM, FORM);
    mpi.windows()
        .accumulate(
            win, word(own()), 1, type, 0, 0, 1, type, op, handle, mpi.fabric().baseType(FORM));
  }

  private static Buffer word(long value) {
    return (Buffer) new Cells(FORM, 1).put(0, value).memory();
  }

  // ------------------------------------------------------------------ epochs

  void free(long win) throws Exception {
    mpi.windows().free(win);
  }

  void fence(long win) throws Exception {
    mpi.windows().fence(win, 0);
  }

  void locked(long win, int target, Use use) throws Exception {
    mpi.windows().lock(win, EXCLUSIVE, target, 0);
    use.run(win);
    mpi.windows().unlock(win, target);
  }

  void lockedAll(long win, Use use) throws Exception {
    mpi.windows().lockAll(win, 0);
    use.run(win);
    mpi.windows().unlockAll(win);
  }

  /** Exposed to the previous rank, with access to the next one. */
  void posted(long win, Use use) throws Exception {
    exposed(win, use, mpi.windows()::waitFor);
  }

  /** Likewise, asking until the exposure is over. */
  void postedAndTested(long win, Use use) throws Exception {
    exposed(
        win,
        use,
        exposed -> {
          boolean isOver = false;
          while (!isOver) {
            isOver = mpi.windows().test(exposed);
          }
        });
  }

  private void exposed(long win, Use use, Use ending) throws Exception {
    long origin = mpi.group(comm.members()[previous()]);
    long target = mpi.group(comm.members()[next()]);
    mpi.windows().post(win, origin, 0);
    mpi.windows().start(win, target, 0);
    use.run(win);
    mpi.windows().complete(win);
    ending.run(win);
    mpi.freeGroup(origin);
    mpi.freeGroup(target);
  }
}
