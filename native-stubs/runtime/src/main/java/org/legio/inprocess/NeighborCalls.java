package org.legio.inprocess;

import java.nio.Buffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The natives of the collective operations between neighbours in a topology. */
final class NeighborCalls extends Calls {
  private final CollectivePlans plans;

  NeighborCalls(RankState state) {
    super(state);
    this.plans = new CollectivePlans(state);
  }

  private Topology topology(Comm comm) throws Exception {
    Topology topology = comm.topology;
    if (topology == null) {
      throw error(comm, MpiError.TOPOLOGY, comm + " has no topology");
    }
    return topology;
  }

  private int sources(Comm comm) throws Exception {
    return topology(comm).sources(comm.rank).length;
  }

  private int destinations(Comm comm) throws Exception {
    return topology(comm).destinations(comm.rank).length;
  }

  private Items[] gathered(Comm comm, Items mine) throws Exception {
    Items[] sends = new Items[destinations(comm)];
    Arrays.fill(sends, mine);
    return sends;
  }

  private Schedule exchange(Comm comm, Items[] sends, Items[] receives) throws Exception {
    return new Schedules(state, comm).neighbours(topology(comm), sends, receives);
  }

  void neighborAllGather(
      long comm,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int recvCount,
      long recvType,
      int recvBaseType)
      throws Exception {
    Comm commOf = comm(comm);
    run(
        exchange(
            commOf,
            gathered(commOf, items(commOf, sendBuf, sendOffset, sendCount, sendType)),
            plans.blocks(commOf, sources(commOf), recvBuf, recvOffset, recvCount, recvType)),
        "neighborAllGather");
  }

  long iNeighborAllGather(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType)
      throws Exception {
    Comm commOf = comm(comm);
    return begin(
        exchange(
            commOf,
            gathered(commOf, items(commOf, sendBuf, 0, sendCount, sendType)),
            plans.blocks(commOf, sources(commOf), recvBuf, 0, recvCount, recvType)));
  }

  void neighborAllGatherv(
      long comm,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int[] recvCounts,
      int[] displs,
      long recvType,
      int recvBaseType)
      throws Exception {
    Comm commOf = comm(comm);
    run(
        exchange(
            commOf,
            gathered(commOf, items(commOf, sendBuf, sendOffset, sendCount, sendType)),
            plans.blocks(commOf, recvBuf, recvOffset, recvCounts, displs, recvType)),
        "neighborAllGatherv");
  }

  long iNeighborAllGatherv(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int[] recvCounts,
      int[] displs,
      long recvType)
      throws Exception {
    Comm commOf = comm(comm);
    return begin(
        exchange(
            commOf,
            gathered(commOf, items(commOf, sendBuf, 0, sendCount, sendType)),
            plans.blocks(commOf, recvBuf, 0, recvCounts, displs, recvType)));
  }

  void neighborAllToAll(
      long comm,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int sendCount,
      long sendType,
      int sendBaseType,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int recvCount,
      long recvType,
      int recvBaseType)
      throws Exception {
    Comm commOf = comm(comm);
    run(
        exchange(
            commOf,
            plans.blocks(commOf, destinations(commOf), sendBuf, sendOffset, sendCount, sendType),
            plans.blocks(commOf, sources(commOf), recvBuf, recvOffset, recvCount, recvType)),
        "neighborAllToAll");
  }

  long iNeighborAllToAll(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType)
      throws Exception {
    Comm commOf = comm(comm);
    return begin(
        exchange(
            commOf,
            plans.blocks(commOf, destinations(commOf), sendBuf, 0, sendCount, sendType),
            plans.blocks(commOf, sources(commOf), recvBuf, 0, recvCount, recvType)));
  }

  void neighborAllToAllv(
      long comm,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int[] sendCounts,
      int[] sendDispls,
      long sendType,
      int sendBaseType,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int[] recvCounts,
      int[] recvDispls,
      long recvType,
      int recvBaseType)
      throws Exception {
    Comm commOf = comm(comm);
    run(
        exchange(
            commOf,
            plans.blocks(commOf, sendBuf, sendOffset, sendCounts, sendDispls, sendType),
            plans.blocks(commOf, recvBuf, recvOffset, recvCounts, recvDispls, recvType)),
        "neighborAllToAllv");
  }

  long iNeighborAllToAllv(
      long comm,
      @Nullable Buffer sendBuf,
      int[] sendCounts,
      int[] sendDispls,
      long sendType,
      @Nullable Buffer recvBuf,
      int[] recvCounts,
      int[] recvDispls,
      long recvType)
      throws Exception {
    Comm commOf = comm(comm);
    return begin(
        exchange(
            commOf,
            plans.blocks(commOf, sendBuf, 0, sendCounts, sendDispls, sendType),
            plans.blocks(commOf, recvBuf, 0, recvCounts, recvDispls, recvType)));
  }
}
