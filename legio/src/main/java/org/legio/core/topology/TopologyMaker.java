package org.legio.core.topology;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.legio.core.communicator.Communicator;
import org.legio.core.creation.CommunicatorMaker;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;

/**
 * Makes communicators with a topology. To MPI they are plain ones, made by a split of their parent.
 * Legio keeps the topology itself, so that it includes the dead, as holes.
 */
final class TopologyMaker {
  private final Pmpi pmpi;
  private final CommunicatorMaker maker;

  TopologyMaker(Pmpi pmpi, CommunicatorMaker maker) {
    this.pmpi = pmpi;
    this.maker = maker;
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
    return make(
        call, parent, ranks, c -> pmpi.split(c, color, parent.rank()), () -> describe.apply(own));
  }

  /**
   * Likewise.
   *
   * @param creation how MPI makes the communicator of the living
   * @param describe the topology as this process sees it
   */
  long make(
      String call,
      Communicator parent,
      int[] ranks,
      Substitute.Creation creation,
      Supplier<DescribedTopology> describe)
      throws Exception {
    int[] members = Arrays.stream(ranks).map(rank -> parent.members()[rank]).toArray();
    Communicator made = maker.make(call, parent, creation, members);
    if (made != null) {
      made.setTopology(describe.get());
    }
    return maker.handleOf(made);
  }
}
