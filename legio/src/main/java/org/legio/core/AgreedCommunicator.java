package org.legio.core;

import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Outcome;
import org.legio.ulfm.Pmpi;
import org.legio.ulfm.Ulfm;

/**
 * A communicator of the living members of an alias that mends itself, in <em>agreed</em> mode.
 *
 * <p>Each operation runs on it; then its members agree whether it succeeded everywhere. If not,
 * they shrink it and repeat the operation among the survivors. The protocol is described in {@code
 * docs/agreed-mode.md}; the idea is the thesis's, section 3.3.
 */
final class AgreedCommunicator {

  /** One try of an operation. */
  @FunctionalInterface
  interface Attempt {
    /**
     * Runs it.
     *
     * @param comm the communicator that carries the traffic
     * @param ranks the program's ranks in it
     */
    void on(long comm, Numbering ranks) throws Exception;
  }

  private final Context context;
  private final Pmpi pmpi;
  private final Ulfm ulfm;
  private final long alias;
  private final int[] members;
  private final ErrorHandler errorHandler;
  private long comm;
  private Numbering ranks;

  /**
   * Carries the traffic of an alias.
   *
   * @param alias the program's handle
   * @param members the alias's members by original rank, as ranks in the world
   * @param comm a communicator of those of them that live; taken over
   * @param errorHandler what becomes of errors that are not deaths
   */
  AgreedCommunicator(
      Context context, long alias, int[] members, long comm, ErrorHandler errorHandler)
      throws Exception {
    this.errorHandler = errorHandler;
    this.context = context;
    this.pmpi = context.pmpi();
    this.ulfm = context.ulfm();
    this.alias = alias;
    this.members = members;
    this.comm = comm;
    this.ranks = Numbering.of(members, context.world().membersOf(comm));
    pmpi.setErrhandler(comm, context.binding().errorsReturn());
  }

  /** Who is present now. */
  Numbering ranks() {
    return ranks;
  }

  /** How many original ranks there are. */
  int size() {
    return members.length;
  }

  void free() throws Exception {
    pmpi.free(comm);
  }

  /** Runs an operation until it has succeeded at all living members. */
  void collective(String call, Attempt attempt) throws Exception {
    while (!succeeds(call, attempt)) {
      repair(call);
    }
  }

  /**
   * As {@link #collective}, for an operation that is left out, or ends the job, without its root.
   */
  void rooted(String call, Setting policy, int root, Attempt attempt) throws Exception {
    while (ranks.toCarrier(root) != MpiConstants.UNDEFINED) {
      if (succeeds(call, attempt)) {
        return;
      }
      repair(call);
    }
    context.policies().decide(policy, call + " on " + name(), "root", root);
    context.report().skipped(call, "root", root);
  }

  /** Tries an operation and agrees whether it succeeded at all living members. */
  private boolean succeeds(String call, Attempt attempt) throws Exception {
    Exception thrown = null;
    try {
      attempt.on(comm, ranks);
    } catch (Exception e) {
      thrown = e;
    }
    return agreeOn(call, comm, thrown);
  }

  /**
   * Agrees whether an operation succeeded at all living members.
   *
   * @param used the communicator it ran on; revoked on failure, so that nobody stays blocked in it
   * @param thrown what the operation threw here, if anything
   * @throws Exception what was thrown, if it is the program's own error: an argument that was
   *     refused here before anything was sent concerns nobody else
   */
  private boolean agreeOn(String call, long used, @Nullable Exception thrown) throws Exception {
    Outcome outcome = thrown == null ? Outcome.OK : context.binding().outcome(thrown);
    if (thrown != null && outcome == Outcome.ARGUMENT) {
      throw errorHandler.raise(call, thrown);
    }
    if (outcome.isFault()) {
      ulfm.revoke(used);
    }
    boolean everywhere = ulfm.agree(comm, !outcome.isFault());
    if (everywhere && thrown != null) {
      throw errorHandler.raise(call, thrown);
    }
    return everywhere;
  }

  /** Goes on with the survivors. Collective over them. */
  private void repair(String call) throws Exception {
    long begin = System.nanoTime();
    long shrunk = ulfm.shrink(comm);
    pmpi.setErrhandler(shrunk, context.binding().errorsReturn());
    pmpi.free(comm);
    comm = shrunk;
    Numbering before = ranks;
    int[] present = context.world().membersOf(shrunk);
    ranks = Numbering.of(members, present);
    int[] lost = ranks.missingSince(before);
    for (int original : lost) {
      context.deaths().note(members[original]);
    }
    context
        .report()
        .repaired(
            present[0] == context.world().rank(),
            name(),
            lost,
            present.length,
            members.length,
            call,
            System.nanoTime() - begin);
  }

  private String name() throws Exception {
    return pmpi.getName(alias);
  }

  /**
   * Makes a communicator of members, at all of them or at none, and one to carry its traffic. Only
   * when all have the former does anybody go on to the latter, which no death can prevent.
   */
  Substitute.Created create(String call, Substitute.Creation creation) throws Exception {
    long nobody = context.binding().commNull();
    while (true) {
      long[] made = {nobody};
      boolean everywhere = succeeds(call, (c, r) -> made[0] = creation.on(c));
      boolean own = made[0] != nobody;
      if (own) {
        pmpi.setErrhandler(made[0], context.binding().errorsReturn());
      }
      if (everywhere) {
        return new Substitute.Created(made[0], own ? ulfm.shrink(made[0]) : nobody);
      }
      if (own) {
        pmpi.free(made[0]);
      }
      repair(call);
    }
  }

  /** The communicator that carries the traffic now. */
  long handle() {
    return comm;
  }
}
