package org.legio.faults;

import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.mine;

import java.util.ArrayList;
import java.util.List;
import org.legio.core.settings.Setting;
import org.legio.core.windows.Window;

/**
 * The table of programs on windows: each way to access memory, in each kind of epoch. Windows are
 * kept, except in the programs that test their freeing.
 */
final class WindowCases {
  private static final Settings IGNORE =
      Settings.IGNORE
          .with(Setting.PUT_TARGET_FAILED, "ignore")
          .with(Setting.GET_TARGET_FAILED, "ignore");
  private static final int ROUNDS = 2;

  private final List<Case> rows = new ArrayList<>();

  private WindowCases() {
    row("window/fence-put", (comm, round) -> puts(comm, WindowCases::betweenFences));
    row("window/lock-put", (comm, round) -> puts(comm, WindowCases::lockingNext));
    row("window/lockAll-put", (comm, round) -> puts(comm, WindowCases::lockingAll));
    row("window/post-start-put", (comm, round) -> puts(comm, Memories::posted));
    row("window/fence-get", WindowCases::gets);
    row("window/lock-accumulate", WindowCases::accumulates);
    row("window/post-start-test", (comm, round) -> puts(comm, Memories::postedAndTested));
    row("window/free", (comm, round) -> puts(comm, WindowCases::thenFreed));
    otherAccesses();
  }

  private void otherAccesses() {
    row("window/rPut", (comm, round) -> puts(comm, RemoteAccess::rPut));
    row("window/compareAndSwap", (comm, round) -> puts(comm, RemoteAccess::compareAndSwap));
    row("window/rGet", WindowCases::getsByRequest);
    row("window/rAccumulate", (comm, round) -> adds(comm, RemoteAccess::rAccumulate));
    row("window/getAccumulate", (comm, round) -> adds(comm, RemoteAccess::getAccumulate));
    row("window/rGetAccumulate", (comm, round) -> adds(comm, RemoteAccess::rGetAccumulate));
    row("window/fetchAndOp", (comm, round) -> adds(comm, RemoteAccess::fetchAndOp));
  }

  static List<Case> all() {
    return new WindowCases().rows;
  }

  /** An epoch, around an access. */
  @FunctionalInterface
  private interface Epoch {
    void run(Memories memories, Window win, Memories.Use access) throws Exception;
  }

  private void row(String name, Case.Step step) {
    rows.add(
        new Case(
            name,
            IGNORE,
            2,
            mpi -> {
              for (int round = 0; round < ROUNDS; round++) {
                step.run(mpi.world(), round);
              }
            }));
  }

  private static void puts(Comm comm, Epoch epoch) throws Exception {
    Memories memories = comm.memories();
    memories.puts(
        blank(Form.DIRECT, comm.size()), win -> epoch.run(memories, win, memories::putToNext));
  }

  /** One of the ways to access memory. */
  @FunctionalInterface
  private interface Access {
    void run(RemoteAccess access, Window win) throws Exception;
  }

  private static void puts(Comm comm, Access access) throws Exception {
    RemoteAccess remote = new RemoteAccess(comm);
    Memories memories = comm.memories();
    memories.puts(
        blank(Form.DIRECT, comm.size()),
        win -> lockingAll(memories, win, w -> access.run(remote, w)));
  }

  private static void adds(Comm comm, Access access) throws Exception {
    RemoteAccess remote = new RemoteAccess(comm);
    Memories memories = comm.memories();
    memories.accumulates(
        new Cells(Form.DIRECT, 1).put(0, 0),
        win -> lockingAll(memories, win, w -> access.run(remote, w)));
  }

  private static void getsByRequest(Comm comm, int round) throws Exception {
    RemoteAccess remote = new RemoteAccess(comm);
    Memories memories = comm.memories();
    Cells into = blank(Form.DIRECT, comm.size());
    memories.gets(
        mine(comm, Form.DIRECT, comm.size(), round),
        into,
        win -> lockingAll(memories, win, w -> remote.rGet(w, into)));
  }

  private static void gets(Comm comm, int round) throws Exception {
    Memories memories = comm.memories();
    Cells into = blank(Form.DIRECT, comm.size());
    memories.gets(
        mine(comm, Form.DIRECT, comm.size(), round),
        into,
        win -> betweenFences(memories, win, w -> memories.getFromPrevious(w, into)));
  }

  private static void accumulates(Comm comm, int round) throws Exception {
    Memories memories = comm.memories();
    memories.accumulates(
        new Cells(Form.DIRECT, 1).put(0, 0),
        win -> {
          memories.locked(win, 0, memories::addToFirst);
          memories.fence(win);
        });
  }

  private static void betweenFences(Memories memories, Window win, Memories.Use access)
      throws Exception {
    memories.fence(win);
    access.run(win);
    memories.fence(win);
  }

  private static void thenFreed(Memories memories, Window win, Memories.Use access)
      throws Exception {
    betweenFences(memories, win, access);
    memories.free(win);
  }

  private static void lockingNext(Memories memories, Window win, Memories.Use access)
      throws Exception {
    memories.locked(win, memories.next(), access);
    memories.fence(win);
  }

  private static void lockingAll(Memories memories, Window win, Memories.Use access)
      throws Exception {
    memories.lockedAll(win, access);
    memories.fence(win);
  }
}
