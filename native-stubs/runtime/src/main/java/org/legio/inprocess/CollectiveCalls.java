package org.legio.inprocess;

import org.jspecify.annotations.Nullable;

/** The natives of the blocking collective operations. */
final class CollectiveCalls extends Calls {
  private final CollectivePlans plans;

  CollectiveCalls(RankState state) {
    super(state);
    this.plans = new CollectivePlans(state);
  }

  void barrier(long comm) throws Exception {
    run(plans.barrier(comm), "barrier");
  }

  void bcast(
      long comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int root)
      throws Exception {
    run(plans.bcast(comm, buf, offset, count, type, root), "bcast");
  }

  void gather(
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
      int recvBaseType,
      int root)
      throws Exception {
    run(
        plans.gather(
            comm,
            sendBuf,
            sendOffset,
            sendCount,
            sendType,
            recvBuf,
            recvOffset,
            recvCount,
            recvType,
            root),
        "gather");
  }

  void gatherv(
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
      int @Nullable [] recvCounts,
      int @Nullable [] displs,
      long recvType,
      int recvBaseType,
      int root)
      throws Exception {
    run(
        plans.gatherv(
            comm,
            sendBuf,
            sendOffset,
            sendCount,
            sendType,
            recvBuf,
            recvOffset,
            recvCounts,
            displs,
            recvType,
            root),
        "gatherv");
  }

  void scatter(
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
      int recvBaseType,
      int root)
      throws Exception {
    run(
        plans.scatter(
            comm,
            sendBuf,
            sendOffset,
            sendCount,
            sendType,
            recvBuf,
            recvOffset,
            recvCount,
            recvType,
            root),
        "scatter");
  }

  void scatterv(
      long comm,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      int @Nullable [] sendCounts,
      int @Nullable [] displs,
      long sendType,
      int sendBaseType,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int recvCount,
      long recvType,
      int recvBaseType,
      int root)
      throws Exception {
    run(
        plans.scatterv(
            comm,
            sendBuf,
            sendOffset,
            sendCounts,
            displs,
            sendType,
            recvBuf,
            recvOffset,
            recvCount,
            recvType,
            root),
        "scatterv");
  }

  void allGather(
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
    run(
        plans.allGather(
            comm,
            sendBuf,
            sendOffset,
            sendCount,
            sendType,
            recvBuf,
            recvOffset,
            recvCount,
            recvType),
        "allGather");
  }

  void allGatherv(
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
    run(
        plans.allGatherv(
            comm,
            sendBuf,
            sendOffset,
            sendCount,
            sendType,
            recvBuf,
            recvOffset,
            recvCounts,
            displs,
            recvType),
        "allGatherv");
  }

  void allToAll(
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
    run(
        plans.allToAll(
            comm,
            sendBuf,
            sendOffset,
            sendCount,
            sendType,
            recvBuf,
            recvOffset,
            recvCount,
            recvType),
        "allToAll");
  }

  void allToAllv(
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
    run(
        plans.allToAllv(
            comm,
            sendBuf,
            sendOffset,
            sendCounts,
            sendDispls,
            sendType,
            recvBuf,
            recvOffset,
            recvCounts,
            recvDispls,
            recvType),
        "allToAllv");
  }

  void reduce(
      long comm,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle,
      int root)
      throws Exception {
    run(
        plans.reduce(comm, sendBuf, sendOffset, recvBuf, recvOffset, count, type, op, root),
        "reduce");
  }

  void allReduce(
      long comm,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    run(
        plans.allReduce(comm, sendBuf, sendOffset, recvBuf, recvOffset, count, type, op),
        "allReduce");
  }

  void reduceScatter(
      long comm,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int[] recvCounts,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    run(
        plans.reduceScatter(comm, sendBuf, sendOffset, recvBuf, recvOffset, recvCounts, type, op),
        "reduceScatter");
  }

  void reduceScatterBlock(
      long comm,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int recvCount,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    run(
        plans.reduceScatterBlock(
            comm, sendBuf, sendOffset, recvBuf, recvOffset, recvCount, type, op),
        "reduceScatterBlock");
  }

  void scan(
      long comm,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    run(plans.scan(comm, sendBuf, sendOffset, recvBuf, recvOffset, count, type, op, false), "scan");
  }

  void exScan(
      long comm,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    run(
        plans.scan(comm, sendBuf, sendOffset, recvBuf, recvOffset, count, type, op, true),
        "exScan");
  }

  void allToAllw(
      long comm,
      Object sendBuf,
      boolean sendDirect,
      int[] sendOffsets,
      int[] sendCounts,
      int[] sendDispls,
      long[] sendTypes,
      int[] sendBaseTypes,
      Object recvBuf,
      boolean recvDirect,
      int[] recvOffsets,
      int[] recvCounts,
      int[] recvDispls,
      long[] recvTypes,
      int[] recvBaseTypes)
      throws Exception {
    run(
        plans.allToAllw(
            comm,
            sendBuf,
            sendOffsets,
            sendCounts,
            sendDispls,
            sendTypes,
            recvBuf,
            recvOffsets,
            recvCounts,
            recvDispls,
            recvTypes),
        "allToAllw");
  }
}
