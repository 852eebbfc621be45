package org.legio.faults;

import java.nio.Buffer;
import java.nio.IntBuffer;
import java.util.Objects;
import org.legio.core.windows.Window;
import org.legio.ulfm.ports.WindowAccess;
import org.legio.ulfm.ports.WindowCall;

/**
 * The uses of windows in test programs. Each use counts as one collective operation, from before
 * the window is made to after its last epoch.
 */
final class Memories {

  /** What is done with a window. */
  @FunctionalInterface
  interface Use {
    void run(Window win) throws Exception;
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
    mpi.observe(
        o,
        seen,
        () -> {
          int bytes = memory.count() * FORM.element().bytes();
          long win =
              mpi.windowMaking()
                  .createWin(
                      (Buffer) memory.memory(),
                      bytes,
                      Integer.BYTES,
                      mpi.binding().infoNull(),
                      comm.communicator());
          use.run(Objects.requireNonNull(mpi.windows(win)));
        });
  }

  int next() {
    return (comm.rank() + 1) % comm.size();
  }

  int previous() {
    return Math.floorMod(comm.rank() - 1, comm.size());
  }

  // ------------------------------------------------------------------ accesses

  /** A call about one word of a rank's memory. */
  WindowCall call(Window win, WindowAccess access, Buffer origin, int target, int place)
      throws Exception {
    long type = mpi.fabric().type(FORM);
    WindowCall call = win.call(access).element(type, target, place);
    call.origin().at(origin);
    return call.baseType(mpi.fabric().baseType(FORM));
  }

  /** Likewise, to add to it. */
  WindowCall addition(Window win, WindowAccess access, Buffer origin) throws Exception {
    return call(win, access, origin, 0, 0)
        .reduction(
            mpi.fabric().operation(Reduction.SUM, FORM),
            mpi.fabric().operationHandle(Reduction.SUM, FORM));
  }

  void run(Window win, WindowCall call) throws Exception {
    mpi.log().called.add(call.operation().call());
    win.run(call);
  }

  void putToNext(Window win) throws Exception {
    run(win, call(win, WindowAccess.PUT, word(own()), next(), comm.rank()));
  }

  void getFromPrevious(Window win, Cells into) throws Exception {
    run(win, call(win, WindowAccess.GET, place(into), previous(), previous()));
  }

  /** The previous rank's place in a buffer. */
  Buffer place(Cells into) {
    return ((IntBuffer) into.memory()).duplicate().position(previous()).slice();
  }

  void addToFirst(Window win) throws Exception {
    run(win, addition(win, WindowAccess.ACCUMULATE, word(own())));
  }

  static Buffer word(long value) {
    return (Buffer) new Cells(FORM, 1).put(0, value).memory();
  }

  // ------------------------------------------------------------------ epochs

  void free(Window win) throws Exception {
    win.free();
  }

  void fence(Window win) throws Exception {
    win.fence(0);
  }

  void locked(Window win, int target, Use use) throws Exception {
    win.lock(EXCLUSIVE, target, 0);
    use.run(win);
    win.unlock(target);
  }

  void lockedAll(Window win, Use use) throws Exception {
    win.lockAll(0);
    use.run(win);
    win.unlockAll();
  }

  /** Exposed to the previous rank, with access to the next one. */
  void posted(Window win, Use use) throws Exception {
    exposed(win, use, Window::waitFor);
  }

  /** Likewise, asking until the exposure is over. */
  void postedAndTested(Window win, Use use) throws Exception {
    exposed(
        win,
        use,
        exposed -> {
          boolean isOver = false;
          while (!isOver) {
            isOver = exposed.test();
          }
        });
  }

  private void exposed(Window win, Use use, Use ending) throws Exception {
    long origin = mpi.group(comm.members()[previous()]);
    long target = mpi.group(comm.members()[next()]);
    win.post(origin, 0);
    win.start(target, 0);
    use.run(win);
    win.complete();
    ending.run(win);
    mpi.freeGroup(origin);
    mpi.freeGroup(target);
  }
}
