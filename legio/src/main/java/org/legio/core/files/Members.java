package org.legio.core.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MpiConstants;

/**
 * The members of an open file: what MPI wants done by all of them is done here. They communicate on
 * a communicator of the file's own, which is repaired when members die.
 */
final class Members {
  /** An action of one member for all. */
  @FunctionalInterface
  interface Deed {
    /**
     * Does it.
     *
     * @param again whether a member may have done it, or a part of it, before it died
     */
    long run(boolean again) throws Exception;
  }

  private final Context context;
  private final Communicator comm;

  Members(Context context, Communicator comm) {
    this.context = context;
    this.comm = comm;
  }

  /** The communicator that they use. */
  Communicator comm() {
    return comm;
  }

  /** Returns when all living members have called it. */
  void synchronize() throws Exception {
    comm.barrier();
  }

  /**
   * Gives every member the notices of all, by original rank: null for the dead. All survivors get
   * the same.
   */
  @Nullable Notice[] exchange(Notice own) throws Exception {
    ByteBuffer mine = memory(1);
    own.put(mine);
    ByteBuffer all = memory(comm.size());
    long type = context.binding().byteType();
    CollectiveCall call = comm.call(Collective.ALL_GATHER);
    call.sent().at(mine).items(Notice.BYTES, type);
    call.received().at(all).items(Notice.BYTES, type);
    comm.run(call);
    @Nullable Notice[] notices = new Notice[comm.size()];
    for (int rank = 0; rank < notices.length; rank++) {
      notices[rank] = Notice.at(all, rank * Notice.BYTES);
    }
    return notices;
  }

  private static ByteBuffer memory(int notices) {
    return ByteBuffer.allocateDirect(notices * Notice.BYTES).order(ByteOrder.nativeOrder());
  }

  /**
   * Has the lowest living member do something after all have come here; if it dies before all know
   * what came of it, the next one does it.
   *
   * @return what came of it, the same at all members
   */
  Notice once(Deed deed) throws Exception {
    @Nullable Notice[] present = exchange(Notice.of(0));
    for (boolean again = false; ; again = true) {
      int doer = lowest(present);
      present = exchange(doer == comm.rank() ? outcome(deed, again) : Notice.of(0));
      Notice outcome = present[doer];
      if (outcome != null) {
        return outcome;
      }
    }
  }

  private Notice outcome(Deed deed, boolean again) {
    try {
      return Notice.of(deed.run(again));
    } catch (Exception | Error e) {
      return failed(e); // also an error: the others wait for the notice
    }
  }

  /** The notice of a part that failed. */
  Notice failed(Throwable thrown) {
    int code =
        thrown instanceof Exception e ? context.binding().errorCode(e) : MpiConstants.ERR_OTHER;
    return new Notice(code, 0, String.valueOf(thrown.getMessage()));
  }

  /** The lowest member who has given a notice. */
  static int lowest(@Nullable Notice[] notices) {
    int lowest = 0;
    while (notices[lowest] == null) {
      lowest++;
    }
    return lowest;
  }

  /** The error of the lowest member that has one; null if none has. */
  static @Nullable Notice firstError(@Nullable Notice[] notices) {
    for (Notice notice : notices) {
      if (notice != null && notice.isError()) {
        return notice;
      }
    }
    return null;
  }
}
