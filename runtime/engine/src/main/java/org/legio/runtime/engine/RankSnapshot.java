package org.legio.runtime.engine;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a rank's MPI knows at a moment at which nothing is under way: a process that has made the
 * same communicators can continue from it.
 */
public final class RankSnapshot implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<Comm.Counts> comms = new ArrayList<>();
  private final Mailbox.State mailbox;
  private final int requestsMade;

  private RankSnapshot(RankState rank, Mailbox.State mailbox) {
    rank.comms.open().forEach(comm -> comms.add(comm.counts()));
    this.mailbox = mailbox;
    this.requestsMade = rank.requestsMade();
  }

  /** What a rank has made so far that a snapshot cannot make. */
  public static final class Frame {
    private final Set<Long> comms;
    private final Set<Integer> posted;
    private final int requests;

    private Frame(RankState rank) {
      this.comms = contexts(rank);
      this.posted = rank.mailbox.posted();
      this.requests = rank.requests.open().size();
    }

    private boolean isThatOf(RankState rank) {
      return comms.equals(contexts(rank))
          && posted.equals(rank.mailbox.posted())
          && requests == rank.requests.open().size();
    }
  }

  private static Set<Long> contexts(RankState rank) {
    Set<Long> contexts = new TreeSet<>();
    rank.comms.open().forEach(comm -> contexts.add(comm.context.id));
    return contexts;
  }

  /** What a rank has made so far. */
  public static Frame frameOf(RankState rank) {
    return new Frame(rank);
  }

  /**
   * A snapshot of a rank.
   *
   * @param frame what it had made when its program began the part that a snapshot stands for
   * @return null if it has made or freed communicators since, has requests, windows or files open,
   *     or knows of a death or a revocation
   */
  public static @Nullable RankSnapshot of(RankState rank, Frame frame) {
    boolean isQuiet =
        frame.isThatOf(rank)
            && rank.windows.open().isEmpty()
            && rank.files.open().isEmpty()
            && rank.messages.open().isEmpty()
            && !rank.isHarmed();
    Mailbox.State mailbox = isQuiet ? rank.mailbox.state() : null;
    return mailbox == null ? null : new RankSnapshot(rank, mailbox);
  }

  /** Lets a rank continue from this. */
  public void proceed(RankState rank) {
    Map<Long, Comm.Counts> byContext = new HashMap<>();
    comms.forEach(counts -> byContext.put(counts.context, counts));
    for (Comm comm : rank.comms.open()) {
      Comm.Counts counts = byContext.get(comm.context.id);
      if (counts == null) {
        throw new IllegalStateException("the checkpoint knows nothing of " + comm);
      }
      comm.countOnFrom(counts);
    }
    rank.mailbox.continueFrom(mailbox);
    rank.countRequestsOnFrom(requestsMade);
  }
}
