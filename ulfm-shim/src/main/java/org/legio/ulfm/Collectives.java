package org.legio.ulfm;

import org.jspecify.annotations.Nullable;

/**
 * The blocking collective operations, with the parameters of the binding's natives (see {@link
 * Pmpi}).
 *
 * <p>Two kinds of object offer them: {@link Pmpi}, where an operation is MPI's own, and what stands
 * in for a communicator of the program, where it survives the loss of members. MPI standard 4.0,
 * chapter 6.
 */
public interface Collectives {

  void barrier(long comm) throws Exception;

  void bcast(
      long comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int root)
      throws Exception;

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
      throws Exception;

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
      throws Exception;

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
      throws Exception;

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
      throws Exception;

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
      throws Exception;

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
      throws Exception;

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
      throws Exception;

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
      throws Exception;

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
      throws Exception;

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
      throws Exception;

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
      throws Exception;

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
      throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
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
      throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
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
      throws Exception;
}
