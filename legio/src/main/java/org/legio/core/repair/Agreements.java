package org.legio.core.repair;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.report.Decisions;
import org.legio.ulfm.Agreement;
import org.legio.ulfm.Ulfm;

/**
 * How the members of an alias agree: by votes on a board if they have one, else by {@code
 * MPIX_Comm_agree} on the communicator that carries the alias.
 */
final class Agreements {
  private final Ulfm ulfm;
  private final Decisions decisions;
  private final @Nullable BoardEntries entries;
  private final @Nullable Votes votes;

  Agreements(Context context, @Nullable BoardEntries entries) {
    this.entries = entries;
    this.ulfm = context.ulfm();
    this.decisions = context.report().decisions();
    this.votes = entries == null ? null : new Votes(entries);
  }

  /** Agrees with all living members; blocks in MPI, or lets it make progress. */
  Agreement agree(long comm, boolean vote) throws Exception {
    if (votes == null) {
      decisions.agree();
      return ulfm.agree(comm, vote);
    }
    decisions.vote();
    return ulfm.agree(comm, votes, vote);
  }

  /** As {@link #agree}, but returns at once. */
  Ulfm.PendingAgreement start(long comm, boolean vote) throws Exception {
    if (votes == null) {
      decisions.agree();
      return ulfm.startAgreement(comm, vote);
    }
    decisions.vote();
    return ulfm.startAgreement(comm, votes, vote);
  }

  /** The board; null if the members have none. */
  @Nullable BoardEntries entries() {
    return entries;
  }

  /**
   * The communicator has been shrunk.
   *
   * @param survivors ranks in the world
   */
  void repaired(int[] survivors) {
    if (entries != null) {
      entries.repaired(survivors);
    }
  }

  /**
   * The members have agreed which of them are left, without a shrink.
   *
   * @param members all of them, by original rank, as ranks in the world
   */
  void goOnAmong(int[] members, RankTranslation present) {
    if (entries != null) {
      entries.goOnAmong(
          IntStream.range(0, present.presentCount())
              .map(substitute -> members[present.toOriginal(substitute)])
              .toArray());
    }
  }

  /** The alias is freed. */
  void free() {
    if (entries != null) {
      entries.free();
    }
  }
}
