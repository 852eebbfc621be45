package org.legio.inprocess;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/** The natives of the non-blocking collective operations. */
final class NonBlockingCalls extends Calls {
  private static final int[] NO_OFFSETS = {0};

  private final CollectivePlans plans;

  NonBlockingCalls(RankState state) {
    super(state);
    this.plans = new CollectivePlans(state);
  }

  long iBarrier(long comm) throws Exception {
    return begin(plans.barrier(comm));
  }

  long iBcast(long comm, @Nullable Buffer buf, int count, long type, int root) throws Exception {
    return begin(plans.bcast(comm, buf, 0, count, type, root));
  }

  long iGather(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType,
      int root)
      throws Exception {
    return begin(
        plans.gather(comm, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType, root));
  }

  long iGatherv(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int @Nullable [] recvCounts,
      int @Nullable [] displs,
      long recvType,
      int root)
      throws Exception {
    return begin(
        plans.gatherv(
            comm, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCounts, displs, recvType, root));
  }

  long iScatter(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType,
      int root)
      throws Exception {
    return begin(
        plans.scatter(
            comm, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType, root));
  }

  long iScatterv(
      long comm,
      @Nullable Buffer sendBuf,
      int @Nullable [] sendCounts,
      int @Nullable [] displs,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType,
      int root)
      throws Exception {
    return begin(
        plans.scatterv(
            comm, sendBuf, 0, sendCounts, displs, sendType, recvBuf, 0, recvCount, recvType, root));
  }

  long iAllGather(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType)
      throws Exception {
    return begin(
        plans.allGather(comm, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType));
  }

  long iAllGatherv(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int[] recvCounts,
      int[] displs,
      long recvType)
      throws Exception {
    return begin(
        plans.allGatherv(
            comm, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCounts, displs, recvType));
  }

  long iAllToAll(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType)
      throws Exception {
    return begin(
        plans.allToAll(comm, sendBuf, 0, sendCount, sendType, recvBuf, 0, recvCount, recvType));
  }

  long iAllToAllv(
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
    return begin(
        plans.allToAllv(
            comm,
            sendBuf,
            0,
            sendCounts,
            sendDispls,
            sendType,
            recvBuf,
            0,
            recvCounts,
            recvDispls,
            recvType));
  }

  long iAllToAllw(
      long comm,
      @Nullable Buffer sendBuf,
      int[] sendCounts,
      int[] sendDispls,
      long[] sendTypes,
      @Nullable Buffer recvBuf,
      int[] recvCounts,
      int[] recvDispls,
      long[] recvTypes)
      throws Exception {
    return begin(
        plans.allToAllw(
            comm,
            sendBuf,
            NO_OFFSETS,
            sendCounts,
            sendDispls,
            sendTypes,
            recvBuf,
            NO_OFFSETS,
            recvCounts,
            recvDispls,
            recvTypes));
  }

  long iReduce(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle,
      int root)
      throws Exception {
    return begin(plans.reduce(comm, sendBuf, 0, recvBuf, 0, count, type, op, root));
  }

  long iAllReduce(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    return begin(plans.allReduce(comm, sendBuf, 0, recvBuf, 0, count, type, op));
  }

  long iReduceScatter(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Object recvBuf,
      int @Nullable [] counts,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    return begin(plans.reduceScatter(comm, sendBuf, 0, recvBuf, 0, counts, type, op));
  }

  long iReduceScatterBlock(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    return begin(plans.reduceScatterBlock(comm, sendBuf, 0, recvBuf, 0, count, type, op));
  }

  long iScan(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    return begin(plans.scan(comm, sendBuf, 0, recvBuf, 0, count, type, op, false));
  }

  long iExScan(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    return begin(plans.scan(comm, sendBuf, 0, recvBuf, 0, count, type, op, true));
  }
}
