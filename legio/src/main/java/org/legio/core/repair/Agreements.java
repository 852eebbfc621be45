package org.legio.core.repair;

import static java.util.Objects.requireNonNull;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.report.Decisions;
import org.legio.ulfm.Agreement;
import org.legio.ulfm.Ballot;
import org.legio.ulfm.Ulfm;

/**
 * How the members of an alias agree: by {@link Votes} on a board if they share a host, in two
 * levels by {@link HostVotes} if some of them do, else by {@code MPIX_Comm_agree} on the
 * communicator that carries the alias.
 */
final class Agreements {
  private final Context context;
  private final Decisions decisions;
  private final Inquiries.@Nullable Verdicts verdicts;
  private Electorate electorate;
  private long comm;
  private boolean holdDead;
  private @Nullable Ballot ballot;

  /**
   * Begins with all members present.
   *
   * @param order the alias's place in an order of all communicators
   * @param members of the alias, by original rank, as ranks in the world
   * @param comm a communicator of the living ones
   */
  Agreements(Context context, long order, int[] members, long comm, Electorate electorate) {
    this.context = context;
    this.decisions = context.report().decisions();
    this.electorate = electorate;
    this.comm = comm;
    this.verdicts =
        electorate.masters() == null ? null : context.inquiries().verdicts(context, order, members);
    this.ballot = newBallot();
  }

  private @Nullable Ballot newBallot() {
    HostVotes.Masters masters = electorate.masters();
    if (masters != null && verdicts != null) {
      return masters.areThere()
          ? new HostVotes(context, verdicts, electorate.board(), comm, masters)
          : null;
    }
    BoardEntries all = entries();
    return all == null ? null : new Votes(all);
  }

  /** Agrees with all living members; blocks in MPI, or lets it make progress. */
  Agreement agree(boolean vote) throws Exception {
    Ballot by = ballot;
    count(by);
    return by == null ? context.ulfm().agree(comm, vote) : context.ulfm().agree(comm, by, vote);
  }

  /** As {@link #agree}, but returns at once. */
  Ulfm.PendingAgreement start(boolean vote) throws Exception {
    Ballot by = ballot;
    count(by);
    return by == null
        ? context.ulfm().startAgreement(comm, vote)
        : context.ulfm().startAgreement(comm, by, vote);
  }

  private void count(@Nullable Ballot by) {
    if (by != null && electorate.board() != null) {
      decisions.vote();
    }
    if (entries() == null) {
      decisions.agree();
    }
  }

  /** The board of all members; null if they have none. */
  @Nullable BoardEntries entries() {
    return electorate.ofAll();
  }

  /** The only member that the operation under way waits for now, if it is known. */
  OptionalInt awaited() {
    BoardEntries all = entries();
    return all == null ? OptionalInt.empty() : all.awaitedMember();
  }

  /**
   * The communicator has been shrunk. Collective over the survivors if they are on several hosts.
   *
   * @param shrunk what takes its place
   * @param survivors ranks in the world
   */
  void repaired(long shrunk, int[] survivors) throws Exception {
    comm = shrunk;
    holdDead = false;
    if (electorate.board() != null) {
      electorate.board().repaired(survivors);
    }
    if (verdicts != null) {
      long former = requireNonNull(electorate.masters()).comm();
      electorate = new Electorate(electorate.board(), HostVotes.Masters.none(context));
      ballot = null;
      context.discard(former);
      electorate = context.boards().anew(electorate.board(), shrunk);
    }
    ballot = newBallot();
  }

  /**
   * The members have agreed which of them are left, without a shrink. If they are on several hosts,
   * masters may have died, and new ones could not split the communicator.
   *
   * @param members all of them, by original rank, as ranks in the world
   * @param present fewer than before
   */
  void goOnAmong(int[] members, RankTranslation present) {
    holdDead = true;
    if (electorate.masters() != null) {
      ballot = null;
    }
    BoardEntries all = entries();
    if (all != null) {
      all.goOnAmong(
          IntStream.range(0, present.presentCount())
              .map(substitute -> members[present.toOriginal(substitute)])
              .toArray());
    }
  }

  /** Whether members have been left out since the last shrink. */
  boolean holdDead() {
    return holdDead;
  }

  /** The alias is freed. */
  void free() {
    if (electorate.board() != null) {
      electorate.board().free();
    }
    if (verdicts != null) {
      verdicts.free();
    }
    if (electorate.masters() != null) {
      context.discard(electorate.masters().comm());
    }
  }
}
