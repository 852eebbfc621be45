package org.legio.core.repair;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.report.Decisions;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Ulfm;

/**
 * How the members of an alias agree: by {@link Votes} on a board if they have one, else by {@code
 * MPIX_Comm_agree} on the communicator that carries the alias.
 */
final class Agreements {
  private final Context context;
  private final Decisions decisions;
  private final @Nullable BoardEntries entries;
  private final @Nullable Votes votes;
  private long comm;
  private boolean holdDead;

  /**
   * Begins with all members present.
   *
   * @param comm a communicator of the living ones
   * @param entries their board; null if they have none
   */
  Agreements(Context context, long comm, @Nullable BoardEntries entries) {
    this.context = context;
    this.decisions = context.report().decisions();
    this.comm = comm;
    this.entries = entries;
    this.votes = entries == null ? null : new Votes(entries);
  }

  /** Agrees with all living members; blocks in MPI, or lets it make progress. */
  Agreement agree(boolean vote) throws Exception {
    count();
    return votes == null
        ? context.ulfm().agree(comm, vote)
        : context.ulfm().agree(comm, votes, vote);
  }

  /** As {@link #agree}, but returns at once. */
  Ulfm.PendingAgreement start(boolean vote) throws Exception {
    count();
    return votes == null
        ? context.ulfm().startAgreement(comm, vote)
        : context.ulfm().startAgreement(comm, votes, vote);
  }

  private void count() {
    if (votes == null) {
      decisions.agree();
    } else {
      decisions.vote();
    }
  }

  /** The board of all members; null if they have none. */
  @Nullable BoardEntries entries() {
    return entries;
  }

  /** The only member that the operation under way waits for now, if it is known. */
  OptionalInt awaited() {
    return entries == null ? OptionalInt.empty() : entries.awaitedMember();
  }

  /**
   * The communicator has been shrunk.
   *
   * @param shrunk what takes its place
   * @param survivors ranks in the world
   */
  void repaired(long shrunk, int[] survivors) {
    comm = shrunk;
    holdDead = false;
    if (entries != null) {
      entries.repaired(survivors);
    }
  }

  /**
   * The members have agreed which of them are left, without a shrink.
   *
   * @param members all of them, by original rank, as ranks in the world
   * @param present fewer than before
   */
  void continueAmong(int[] members, RankTranslation present) {
    holdDead = true;
    if (entries != null) {
      entries.continueAmong(
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
    if (entries != null) {
      entries.free();
    }
  }
}
