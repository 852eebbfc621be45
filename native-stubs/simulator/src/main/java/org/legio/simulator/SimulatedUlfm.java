package org.legio.simulator;

import java.util.Arrays;
import org.legio.runtime.engine.Comm;
import org.legio.runtime.engine.CommContext;
import org.legio.runtime.engine.Decision;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.engine.UlfmCalls;
import org.legio.ulfm.ports.Ulfm;

/** The {@link Ulfm} of one rank of the simulator: the seed delays what it tells others. */
final class SimulatedUlfm extends UlfmCalls {
  private final SimulatedUniverse universe;
  private final RankState state;

  SimulatedUlfm(SimulatedUniverse universe, RankState state) {
    super(state);
    this.universe = universe;
    this.state = state;
  }

  /**
   * A revocation on its way. It may be lost if its author dies before another rank has learned of
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
        universe.rank(member).revokeFallsDue(context.id);
      }
    }
  }

  @Override
  protected void spreadRevocation(CommContext context) {
    Revocation revocation = new Revocation(context);
    for (int member : everybody(context)) {
      if (member != state.rank) {
        long delay = universe.scheduler().delay(universe.options().maxRevokeDelay());
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
  protected Decision join(Comm comm, int flags) {
    int number = comm.nextConsensus();
    Consensus consensus = universe.consensus(comm.context, number);
    consensus.enter(state.rank, flags, comm.acknowledged);
    return consensus.seenBy(state.rank);
  }
}
