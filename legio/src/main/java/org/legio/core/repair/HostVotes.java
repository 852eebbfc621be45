package org.legio.core.repair;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import org.legio.ulfm.Agreement;
import org.legio.ulfm.Ballot;
import org.legio.ulfm.Ulfm;

/**
 * The votes of members on several hosts, in two levels. Algorithm: the members on a host vote on
 * their board; the lowest of them is their master. The masters agree by {@code MPIX_Comm_agree}
 * whether all votes are there and all are yes, and publish the verdict on their boards. If it is
 * yes, it is decided. If not, or if a master has died, all members agree by {@code
 * MPIX_Comm_agree}. A member whose master has died without a verdict asks the other members what it
 * was, by {@link Inquiries}. Protocol, and why it ends: {@code docs/design/votes.md}.
 */
final class HostVotes implements Ballot {

  /**
   * The masters of a communicator.
   *
   * @param areThere whether they have a communicator; if not, a death has prevented it
   * @param comm that communicator at a master; {@code MPI_COMM_NULL} elsewhere
   * @param isOne whether this process is one of them
   */
  record Masters(boolean areThere, long comm, boolean isOne) {
    /** They have no communicator. */
    static Masters none(Context context) {
      return new Masters(false, context.binding().commNull(), false);
    }
  }

  /** The tag of messages that nobody sends to itself. */
  private static final int NOBODYS_TAG = (1 << 22) - 1;

  private final Context context;
  private final Inquiries.Verdicts verdicts;
  private final @Nullable Votes votes;
  private final long comm;
  private final Masters masters;

  /** Whether a master may be dead: then all members agree by MPI, until they have said yes. */
  private boolean isBroken;

  /**
   * Begins with the members that are present.
   *
   * @param verdicts the communicator's, also those before its last repair
   * @param entries the board of this host; null if this process is alone there
   * @param comm of all members
   */
  HostVotes(
      Context context,
      Inquiries.Verdicts verdicts,
      @Nullable BoardEntries entries,
      long comm,
      Masters masters) {
    this.context = context;
    this.verdicts = verdicts;
    this.votes = entries == null ? null : new Votes(entries);
    this.comm = comm;
    this.masters = masters;
  }

  private Ulfm ulfm() {
    return context.ulfm();
  }

  @Override
  public Agreement cast(boolean vote) throws Exception {
    if (!isBroken && verdicts.reached(masters.isOne() ? leads(vote) : follows(vote))) {
      return Agreement.YES;
    }
    return byAll(ulfm().agree(comm, vote));
  }

  private Agreement byAll(Agreement agreement) {
    isBroken = agreement != Agreement.YES;
    return agreement;
  }

  /** What a master does. */
  private boolean leads(boolean vote) throws Exception {
    boolean host = votes == null ? vote : votes.cast(vote) == Agreement.YES;
    boolean verdict = ulfm().agree(masters.comm(), host) == Agreement.YES;
    if (votes != null) {
      votes.tell(verdict);
    }
    return verdict;
  }

  /** What the others do. */
  private boolean follows(boolean vote) throws Exception {
    Votes ofHost = requireNonNull(votes);
    ofHost.tell(vote);
    Boolean verdict = ofHost.hear();
    return verdict == null ? inquire() : verdict;
  }

  /** Waits for the others' answers, and lets MPI make progress, which they may need. */
  private boolean inquire() throws Exception {
    Inquiries.Inquiry inquiry = verdicts.inquire();
    Boolean[] verdict = {null};
    context
        .progress()
        .pollUntil(
            () -> {
              context.pmpi().iProbe(context.binding().commSelf(), 0, NOBODYS_TAG);
              verdict[0] = inquiry.poll();
              return verdict[0] != null;
            });
    return requireNonNull(verdict[0]);
  }

  @Override
  public Ulfm.PendingAgreement start(boolean vote) {
    if (isBroken) {
      Ulfm.PendingAgreement ofAll = ulfm().startAgreement(comm, vote);
      return () -> ended(ofAll.poll());
    }
    return masters.isOne() ? new Leading(vote) : new Following(vote);
  }

  private @Nullable Agreement ended(@Nullable Agreement agreement) {
    return agreement == null ? null : byAll(agreement);
  }

  /** A vote that goes on whenever its result is asked for. */
  private abstract class Started implements Ulfm.PendingAgreement {
    private final boolean vote;
    private @Nullable Boolean verdict;
    private Ulfm.@Nullable PendingAgreement ofAll;

    Started(boolean vote) {
      this.vote = vote;
    }

    boolean vote() {
      return vote;
    }

    /** Goes on, as far as it can without waiting; returns the verdict, null if there is none. */
    abstract @Nullable Boolean goOn();

    @Override
    public final @Nullable Agreement poll() {
      if (verdict == null) {
        verdict = goOn();
        if (verdict == null) {
          return null;
        }
        if (verdicts.reached(verdict)) {
          return Agreement.YES;
        }
        ofAll = ulfm().startAgreement(comm, vote);
      }
      return ended(requireNonNull(ofAll).poll());
    }
  }

  private final class Leading extends Started {
    private Ulfm.@Nullable PendingAgreement ofHost;
    private Ulfm.@Nullable PendingAgreement ofMasters;
    private @Nullable Boolean unpublished;

    Leading(boolean vote) {
      super(vote);
      if (votes == null) {
        ofMasters = ulfm().startAgreement(masters.comm(), vote);
      } else {
        ofHost = votes.start(vote);
      }
    }

    @Override
    @Nullable Boolean goOn() {
      if (ofMasters == null) {
        Agreement host = requireNonNull(ofHost).poll();
        if (host == null) {
          return null;
        }
        ofMasters = ulfm().startAgreement(masters.comm(), host == Agreement.YES);
      }
      if (unpublished == null) {
        Agreement all = ofMasters.poll();
        if (all == null) {
          return null;
        }
        unpublished = all == Agreement.YES;
      }
      boolean isTold = votes == null || votes.tellsIfThereIsRoom(unpublished);
      return isTold ? unpublished : null;
    }
  }

  private final class Following extends Started {
    private final Votes ofHost = requireNonNull(votes);
    private boolean hasTold;
    private int looks;
    private Inquiries.@Nullable Inquiry inquiry;

    Following(boolean vote) {
      super(vote);
    }

    @Override
    @Nullable Boolean goOn() {
      if (inquiry != null) {
        return inquiry.poll();
      }
      hasTold = hasTold || ofHost.tellsIfThereIsRoom(vote());
      if (!hasTold || !ofHost.canHear(looks++)) {
        return null;
      }
      Boolean verdict = ofHost.hear();
      if (verdict == null) {
        inquiry = verdicts.inquire();
      }
      return verdict;
    }
  }
}
