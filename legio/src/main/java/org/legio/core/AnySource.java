package org.legio.core;

import org.legio.ulfm.MpiConstants;

/**
 * What a receive from any source does after a death: go on waiting, tell of the dead rank by an
 * empty status, or end the job.
 *
 * <p>MPI itself fails such a receive, since its message may have been the dead rank's, until the
 * failure is acknowledged (ULFM specification, {@code MPI_ERR_PROC_FAILED_PENDING}).
 */
public final class AnySource {
  private static final int NOBODY = -1;

  private final Context context;
  private final LastMessages lastMessages;
  private final boolean tells;

  public AnySource(Context context, LastMessages lastMessages) {
    this.context = context;
    this.lastMessages = lastMessages;
    this.tells = context.policies().configuration().get(Setting.RECV_ANY_SOURCE).equals("empty");
  }

  /** Whether the program is told of the dead by empty statuses. */
  boolean tells() {
    return tells;
  }

  /**
   * After the death of somebody: ends the job, or lets receives go on in spite of it, by policy.
   */
  void acknowledge(String call, Communicator comm) throws Exception {
    int dead = comm.unannouncedDeath();
    context.policies().decide(Setting.RECV_ANY_SOURCE, call + " on " + comm.name(), "source", dead);
    comm.acknowledgeDeaths();
  }

  /**
   * Whether a receive would wait for ever: nobody else is alive, no message is there, and there is
   * nobody whose death the program is to be told of.
   */
  boolean isHopeless(Communicator comm, int tag) throws Exception {
    return comm.isAlone() && !(tells && comm.unannouncedDeath() >= 0) && !isAnyThere(comm, tag);
  }

  /**
   * The dead rank that the program is now to be told of, -1 for none: each once, and only when no
   * message is there to be received.
   *
   * @param probing whether it is told by a probe, so that a receive from the dead rank will follow
   */
  int toTell(Communicator comm, int tag, boolean probing) throws Exception {
    int dead = tells ? comm.unannouncedDeath() : NOBODY;
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
   * Fills in the status of a message that has come, of which MPI has not told more: its number of
   * items is undefined, as of one too long for an {@code int}.
   */
  static void fillUnknown(long[] status, int source, int tag) {
    fillEmpty(status, source, tag);
    status[4] = Long.MAX_VALUE;
  }
}
