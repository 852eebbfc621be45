package org.legio.core.topology;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.legio.core.Communicator;
import org.legio.core.CommunicatorMaker;
import org.legio.core.CommunicatorRegistry;
import org.legio.core.Context;
import org.legio.core.Substitute;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;

/**
 * Makes communicators with a topology. To MPI they are plain ones, made by a split of their parent.
 * Legio keeps the topology itself, so that it includes the dead, as holes.
 */
final class TopologyMaker {
  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorRegistry registry;
  private final CommunicatorMaker maker;

  TopologyMaker(Context context, CommunicatorRegistry registry, CommunicatorMaker maker) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.registry = registry;
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
    long made = maker.make(call, parent, creation, members);
    if (made != context.binding().commNull()) {
      requireNonNull(registry.find(made)).setTopology(describe.get());
    }
    return made;
  }
}
