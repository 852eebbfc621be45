package org.legio.core.message;

import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.MpiConstants;

/**
 * Decides what a receive from any source does after a death: wait on, return an empty status that
 * names the dead rank, or end the job. Algorithm: MPI fails such a receive, because its message may
 * have been the dead rank's, until the failure is acknowledged (ULFM specification, {@code
 * MPI_ERR_PROC_FAILED_PENDING}). Legio acknowledges it and receives again. With {@code
 * recv.any-source=empty} each dead rank is announced once, when no message is left.
 */
public final class AnySource {
  private static final int NOBODY = -1;

  private final Context context;
  private final LastMessages lastMessages;

  public AnySource(Context context, LastMessages lastMessages) {
    this.context = context;
    this.lastMessages = lastMessages;
  }

  /** Whether the program is told of the dead by empty statuses. */
  static boolean tells(Communicator comm) {
    return comm.policies().inForce().announcesDeaths();
  }

  /** After a death: ends the job, or lets receives continue in spite of it, by policy. */
  void acknowledge(String call, Communicator comm) throws Exception {
    int dead = comm.unannouncedDeath();
    context
        .jobEnd()
        .apply(
            comm.policies().inForce(),
            Setting.RECV_ANY_SOURCE,
            call + " on " + comm.name(),
            "source",
            dead);
    comm.acknowledgeDeaths();
  }

  /**
   * Whether a receive would wait for ever: no other member is alive, no message is there, and no
   * death is still to be announced.
   */
  boolean isHopeless(Communicator comm, int tag) throws Exception {
    return comm.isAlone()
        && !(tells(comm) && comm.unannouncedDeath() >= 0)
        && !isAnyThere(comm, tag);
  }

  /**
   * The dead rank to announce to the program now, -1 for none. Each is announced once, and only
   * when no message is there to be received.
   *
   * @param probing whether a probe announces it, so that the program will receive from the dead
   *     rank next
   */
  int toTell(Communicator comm, int tag, boolean probing) throws Exception {
    int dead = tells(comm) ? comm.unannouncedDeath() : NOBODY;
    if (dead == NOBODY) {
      return NOBODY;
    }
    comm.acknowledgeDeaths();
    if (isAnyThere(comm, tag)) {
      return NOBODY;
    }
    comm.announce(dead, probing);
    return dead;
  }

  private boolean isAnyThere(Communicator comm, int tag) throws Exception {
    return lastMessages.find(new Wanted(comm, MpiConstants.ANY_SOURCE, tag)) != null
        || context.pmpi().iProbe(comm.handle(), MpiConstants.ANY_SOURCE, tag) != null;
  }

  /** Fills in the empty status that tells of a dead rank. */
  static void fillEmpty(long[] status, int source, int tag) {
    status[0] = source;
    status[1] = tag;
    status[2] = 0;
    status[3] = 0;
    status[4] = 0;
  }

  /**
   * Fills in the status of a message of which MPI has told no more than that it has come. Its
   * number of items is undefined, as for one too long for an {@code int}.
   */
  static void fillUnknown(long[] status, int source, int tag) {
    fillEmpty(status, source, tag);
    status[4] = Long.MAX_VALUE;
  }
}
