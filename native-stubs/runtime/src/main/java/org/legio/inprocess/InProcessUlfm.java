package org.legio.inprocess;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.legio.ulfm.Agreement;
import org.legio.ulfm.Ulfm;
import org.legio.ulfm.UlfmError;

/** The {@link Ulfm} of one rank. */
final class InProcessUlfm implements Ulfm {
  private final Map<String, Integer> assembled = new HashMap<>();
  private final RankState state;
  private final Universe universe;

  InProcessUlfm(RankState state) {
    this.state = state;
    this.universe = state.universe;
  }

  private Comm enter(String call, long handle) {
    state.scheduler().step(state.rank, call);
    Comm comm = state.comms.find(handle);
    if (comm == null) {
      throw new UlfmError(call + " failed with MPI error " + MpiError.COMM + ": no communicator");
    }
    return comm;
  }

  // ------------------------------------------------------------------ revocation

  /**
   * A revocation on its way. It may be lost if its author dies before another rank has learnt of
   * it.
   */
  private final class Revocation {
    private final CommContext context;
    private boolean isSpreading;
    private boolean isLost;

    Revocation(CommContext context) {
      this.context = context;
    }

    void reach(int member) {
      if (!isSpreading && !isLost && universe.isDead(state.rank)) {
        isLost = universe.scheduler().random().nextBoolean();
      }
      if (!isLost) {
        isSpreading = true;
        universe.rank(member).revokeFallsDue(context);
      }
    }
  }

  @Override
  public void revoke(long handle) {
    Comm comm = enter("revoke", handle);
    if (comm.isRevoked) {
      return;
    }
    state.learnRevoked(comm.context);
    Revocation revocation = new Revocation(comm.context);
    for (int member : everybody(comm.context)) {
      if (member != state.rank) {
        long delay = universe.scheduler().delay(universe.options().mostRevokeDelay());
        universe.scheduler().after(delay, () -> revocation.reach(member));
      }
    }
  }

  private static int[] everybody(CommContext context) {
    return context.isInter()
        ? java.util.stream.IntStream.concat(
                Arrays.stream(context.group), Arrays.stream(context.remote))
            .toArray()
        : context.group;
  }

  @Override
  public boolean isRevoked(long handle) {
    return enter("isRevoked", handle).isRevoked;
  }

  // ------------------------------------------------------------------ consensus

  private Consensus join(Comm comm, int flags) {
    int number = comm.nextConsensus();
    Consensus consensus =
        comm.context.consensuses.computeIfAbsent(
            number, n -> new Consensus(universe, comm.context, n));
    consensus.enter(state.rank, flags, comm.acknowledged);
    return consensus;
  }

  private static int flags(boolean vote) {
    return vote ? Consensus.ALL : 0;
  }

  private void await(Consensus consensus, String what, Comm comm) {
    state
        .scheduler()
        .await(state.rank, () -> consensus.hasReached(state.rank), () -> what + " on " + comm);
  }

  @Override
  public long shrink(long handle) {
    Comm comm = enter("shrink", handle);
    Consensus consensus = join(comm, flags(true));
    await(consensus, "its shrink", comm);
    return state.adopt(consensus.survivors(), comm.errorHandler).handle;
  }

  @Override
  public Agreement agree(long handle, boolean vote) {
    Comm comm = enter("agree", handle);
    Consensus consensus = join(comm, flags(vote));
    await(consensus, "its agreement", comm);
    return consensus.result();
  }

  @Override
  public int agreeOnFlags(long handle, int flags) {
    Comm comm = enter("agreeOnFlags", handle);
    Consensus consensus = join(comm, flags);
    await(consensus, "its agreement", comm);
    return consensus.flags();
  }

  @Override
  public PendingAgreement startAgreement(long handle, boolean vote) {
    Comm comm = enter("startAgreement", handle);
    Consensus consensus = join(comm, flags(vote));
    return () -> {
      state.scheduler().step(state.rank, "PendingAgreement.poll");
      if (consensus.hasReached(state.rank)) {
        return consensus.result();
      }
      state.scheduler().letOthersGoOn(state.rank);
      return null;
    };
  }

  // ------------------------------------------------------------------ without a parent

  @Override
  public long assemble(long groupHandle, long parent, String key) {
    Comm common = enter("assemble", parent);
    int[] group = state.groups.find(groupHandle);
    if (group == null) {
      throw new UlfmError("assemble failed with MPI error " + MpiError.GROUP);
    }
    String kind = common.context.id + " " + key;
    String name = kind + " " + assembled.merge(kind, 1, Integer::sum);
    CommContext context = universe.contextOf(name, group, group);
    return state.adopt(context, Predefined.ERRORS_RETURN).handle;
  }

  // ------------------------------------------------------------------ failures

  @Override
  public void acknowledge(long handle) {
    Comm comm = enter("acknowledge", handle);
    comm.acknowledged.or(state.knownDeadIn(comm.context));
  }

  @Override
  public int[] failedRanks(long handle) {
    Comm comm = enter("failedRanks", handle);
    return state.knownDeadIn(comm.context).stream()
        .map(comm.context::rankOf)
        .filter(rank -> rank != CommContext.ABSENT)
        .sorted()
        .toArray();
  }

  /** Has nothing to do: the runtime's {@code MPI_Finalize} waits for no other rank. */
  @Override
  public Optional<String> end() {
    return Optional.empty();
  }
}
