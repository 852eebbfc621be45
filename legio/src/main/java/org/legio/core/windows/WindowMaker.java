package org.legio.core.windows;

import java.nio.ByteBuffer;
import org.legio.core.communicator.Communicator;
import org.legio.core.creation.CommunicatorMaker;
import org.legio.core.creation.Communicators;
import org.legio.core.creation.NamedPolicies;
import org.legio.core.creation.UniformPolicies;
import org.legio.core.repair.Context;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;

/** Makes windows of the living members of a communicator, at all of them or at none; frees them. */
final class WindowMaker {
  private final Windows windows;
  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorMaker maker;
  private final Communicators communicators;
  private final UniformPolicies uniform;

  WindowMaker(
      Windows windows, Context context, CommunicatorMaker maker, Communicators communicators) {
    this.windows = windows;
    this.context = context;
    this.pmpi = context.pmpi();
    this.maker = maker;
    this.communicators = communicators;
    this.uniform = new UniformPolicies(context);
  }

  /** One try at MPI's part of a window. */
  private final class Attempt {
    private int[] present = {};
    private long win;
    private long board;
    private long programsHandler;

    /** MPI does not say that a death is why it cannot make a window. */
    void runOrFail(Substitute.Creation creation, long comm) throws Exception {
      try {
        run(creation, comm);
      } catch (Exception e) {
        if (context.ulfm().failedRanks(comm).length == 0) {
          throw e;
        }
        throw context.binding().newException(MpiConstants.ERR_PROC_FAILED, "no window: " + e);
      }
    }

    private void run(Substitute.Creation creation, long comm) throws Exception {
      present = context.world().membersOf(comm);
      win = creation.on(comm);
      programsHandler = pmpi.winGetErrhandler(win);
      open(win);
      board = newBoard(comm);
      open(board);
      int own = context.world().ownRankIn(present);
      PeerWords.clear(pmpi, board, own, present.length);
    }

    private long newBoard(long comm) throws Exception {
      ByteBuffer base = ByteBuffer.allocateDirect(Long.BYTES);
      int bytes = PeerWords.bytes(present.length);
      return pmpi.allocateWin(bytes, Long.BYTES, context.binding().infoNull(), comm, base);
    }

    private void open(long each) throws Exception {
      pmpi.winSetErrhandler(each, context.binding().errorsReturn());
      pmpi.winLockAll(each, MpiConstants.MODE_NOCHECK);
    }
  }

  /**
   * Makes a window.
   *
   * @param named the policies that this member names for it
   * @param checked whether MPI refuses accesses to such a window outside of epochs
   */
  Window make(
      String call,
      Communicator parent,
      NamedPolicies named,
      Substitute.Creation creation,
      boolean checked)
      throws Exception {
    Communicator own = maker.duplicatePrivately(call, parent);
    Attempt attempt = new Attempt();
    try {
      own.substitute()
          .collective(
              call,
              (c, r) -> {
                uniform.require(c, named);
                attempt.runOrFail(creation, c);
              });
    } catch (Exception e) {
      communicators.freePrivate(own);
      throw e;
    }
    Window made =
        new Window(
            context,
            windows,
            new Window.Handles(attempt.win, attempt.board),
            checked,
            own,
            new WindowPeers(context, own, attempt.present),
            attempt.programsHandler);
    made.setPolicies(named.policies());
    return made;
  }

  /**
   * Frees a window when all have come here. MPI's own part is freed only if nobody has died since
   * it was made: MPI waits for all. Otherwise it is left to the end of the process.
   */
  void free(Window window) throws Exception {
    window.barrier("free");
    Communicator comm = window.comm();
    boolean whole = comm.size() - comm.substitute().lost().length == window.peers().count();
    boolean[] toDo = {whole};
    if (whole) {
      comm.substitute()
          .collective(
              "free",
              (c, r) -> {
                if (toDo[0]) {
                  toDo[0] = false; // what fails for a death is not tried again
                  close(window.handles().board());
                  close(window.handles().win());
                }
              });
    }
    communicators.freePrivate(comm);
  }

  private void close(long win) throws Exception {
    pmpi.winUnlockAll(win);
    pmpi.winFree(win);
  }
}
