package org.legio.runtime.engine;

import java.util.BitSet;
import java.util.Optional;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Ulfm;
import org.legio.ulfm.ports.UlfmError;

/** The {@link Ulfm} of one rank; how ranks agree and how revocations spread is not said here. */
public abstract class UlfmCalls implements Ulfm {
  private static final int[] NOBODY = {};

  private final RankState state;

  /** Begins for one rank. */
  protected UlfmCalls(RankState state) {
    this.state = state;
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

  /** Tells all other members of a communicator that it is revoked. */
  protected abstract void spreadRevocation(CommContext context);

  @Override
  public void revoke(long handle) {
    Comm comm = enter("revoke", handle);
    if (!comm.isRevoked) {
      state.learnRevoked(comm.context.id);
      spreadRevocation(comm.context);
    }
  }

  @Override
  public boolean isRevoked(long handle) {
    return enter("isRevoked", handle).isRevoked;
  }

  // ------------------------------------------------------------------ consensus

  /** Enters the rank's contribution to the next agreement on a communicator. */
  protected abstract Decision join(Comm comm, int flags);

  private static int flags(boolean vote) {
    return vote ? Decision.ALL : 0;
  }

  private void await(Decision decision, String what, Comm comm) {
    state.scheduler().await(state.rank, decision::isReached, () -> what + " on " + comm);
  }

  @Override
  public long shrink(long handle) {
    Comm comm = enter("shrink", handle);
    Decision decision = join(comm, flags(true));
    await(decision, "its shrink", comm);
    return state.adopt(decision.survivors(), comm.errorHandler).handle;
  }

  @Override
  public Agreement agree(long handle, boolean vote) {
    Comm comm = enter("agree", handle);
    Decision decision = join(comm, flags(vote));
    await(decision, "its agreement", comm);
    return decision.result();
  }

  @Override
  public int agreeOnFlags(long handle, int flags) {
    Comm comm = enter("agreeOnFlags", handle);
    Decision decision = join(comm, flags);
    await(decision, "its agreement", comm);
    return decision.flags();
  }

  @Override
  public PendingAgreement startAgreement(long handle, boolean vote) {
    Comm comm = enter("startAgreement", handle);
    Decision decision = join(comm, flags(vote));
    return () -> {
      state.scheduler().step(state.rank, "PendingAgreement.poll");
      if (decision.isReached()) {
        return decision.result();
      }
      state.scheduler().letOthersContinue(state.rank);
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
    int number = common.nextCreationBySome("assemble " + key);
    String name = common.context.id + " " + key + " " + number;
    CommContext context = state.universe.contextOf(name, group, group);
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
    BitSet dead = state.knownDeadIn(comm.context);
    if (dead.isEmpty()) {
      return NOBODY; // asked at each start, when a stream would cost more than all else here
    }
    return dead.stream()
        .map(comm.context::rankOf)
        .filter(rank -> rank != CommContext.ABSENT)
        .sorted()
        .toArray();
  }

  /** Has nothing to do: the runtime's {@code MPI_Finalize} has no collective part. */
  @Override
  public Optional<String> isolateFinalize() {
    return Optional.empty();
  }
}
