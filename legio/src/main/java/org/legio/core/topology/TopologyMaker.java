package org.legio.core.topology;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.legio.core.communicator.Communicator;
import org.legio.core.creation.CommunicatorMaker;
import org.legio.core.creation.NamedPolicies;
import org.legio.core.creation.UniformPolicies;
import org.legio.core.repair.Context;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;

/**
 * Makes communicators with a topology. To MPI they are plain ones, made by a split of their parent.
 * Legio keeps the topology itself, so that it includes the dead, as holes.
 */
final class TopologyMaker {
  private final Pmpi pmpi;
  private final CommunicatorMaker maker;
  private final UniformPolicies uniform;

  TopologyMaker(Context context, CommunicatorMaker maker) {
    this.pmpi = context.pmpi();
    this.maker = maker;
    this.uniform = new UniformPolicies(context);
  }

  /**
   * Makes a communicator of some of its parent's ranks.
   *
   * @param ranks the parent's, living and dead, ascending; without the caller's, it gets none
   * @param describe the topology as the new communicator's rank sees it
   */
  long make(String call, Communicator parent, int[] ranks, IntFunction<DescribedTopology> describe)
      throws Exception {
    int own = Arrays.binarySearch(ranks, parent.rank());
    int color = own < 0 ? MpiConstants.UNDEFINED : ranks[0];
    int[] members = Arrays.stream(ranks).map(rank -> parent.members()[rank]).toArray();
    Communicator made = maker.make(call, parent, c -> pmpi.split(c, color, parent.rank()), members);
    if (made != null) {
      made.setTopology(describe.apply(own));
    }
    return maker.handleOf(made);
  }

  /**
   * Makes a communicator of all of its parent's ranks.
   *
   * @param named the policies that this member names for it
   * @param preparation what the living do together before
   * @param describe the topology as this process sees it
   */
  long make(
      String call,
      Communicator parent,
      NamedPolicies named,
      Preparation preparation,
      Supplier<DescribedTopology> describe)
      throws Exception {
    Substitute.Creation creation =
        c -> {
          uniform.require(c, named);
          preparation.on(c);
          return pmpi.split(c, 0, parent.rank());
        };
    Communicator made = maker.make(call, parent, creation, parent.members());
    if (made != null) {
      made.setTopology(describe.get());
      made.policies().set(named.policies());
    }
    return maker.handleOf(made);
  }

  /** A part of an attempt to make a communicator. */
  @FunctionalInterface
  interface Preparation {
    void on(long comm) throws Exception;
  }
}
