package org.legio.hierarchical;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.legio.core.repair.Context;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.UnprotectedCollectives;

/** The hosts of the world's ranks, as numbers that differ between hosts. */
final class Hosts {
  /**
   * The number of all ranks while they are on one host, and of those that died before they told.
   */
  private static final int UNKNOWN = 0;

  private final int[] byWorldRank;

  private Hosts(int[] byWorldRank) {
    this.byWorldRank = byWorldRank;
  }

  /**
   * Has all ranks tell each other their hosts, if there are several. Collective over all living
   * ranks; they know the same hosts afterwards.
   *
   * @param world a communicator of all
   */
  static Hosts told(Context context, ResilientCommunicator world) throws Exception {
    int[] hosts = new int[world.size()];
    if (!context.host().isEmpty()) {
      ByteBuffer own = memory(1).putInt(0, context.host().hashCode());
      ByteBuffer all = memory(world.size());
      world.collectiveWithoutLoss(
          Collective.ALL_GATHER.call(),
          (substitute, ranks) -> {
            Arrays.fill(hosts, UNKNOWN); // of an attempt that failed each rank may know other ones
            UnprotectedCollectives mpi = new UnprotectedCollectives(context.pmpi(), substitute);
            CollectiveCall call = mpi.call(Collective.ALL_GATHER);
            call.sent().as(ItemType.ints(context).at(own, 1));
            call.received().as(ItemType.ints(context).at(all, 1));
            mpi.run(call);
            for (int present = 0; present < ranks.presentCount(); present++) {
              hosts[ranks.toOriginal(present)] = all.getInt(present * Integer.BYTES);
            }
          });
    }
    return new Hosts(hosts);
  }

  private static ByteBuffer memory(int ints) {
    return ByteBuffer.allocateDirect(ints * Integer.BYTES).order(ByteOrder.nativeOrder());
  }

  /** Cuts the members of a communicator into locals, the same at all of them. */
  Locals locals(ResilientCommunicator comm, int maxRanks) {
    int[] hosts = new int[comm.size()];
    for (int original = 0; original < hosts.length; original++) {
      int member = comm.members()[original];
      hosts[original] = member == MpiConstants.UNDEFINED ? UNKNOWN : byWorldRank[member];
    }
    return Locals.on(hosts, maxRanks);
  }
}
