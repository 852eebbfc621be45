package org.legio.ulfm;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The non-blocking collective operations, with the parameters of the binding's natives (see {@link
 * Pmpi}): each returns a request.
 *
 * <p>Buffers are direct and start with the first item. MPI standard 4.0, section 6.12.
 */
public interface NonBlockingCollectives {

  long iBarrier(long comm) throws Exception;

  long iBcast(long comm, @Nullable Buffer buf, int count, long type, int root) throws Exception;

  long iGather(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType,
      int root)
      throws Exception;

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
      throws Exception;

  long iScatter(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType,
      int root)
      throws Exception;

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
      throws Exception;

  long iAllGather(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType)
      throws Exception;

  long iAllGatherv(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int[] recvCounts,
      int[] displs,
      long recvType)
      throws Exception;

  long iAllToAll(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType)
      throws Exception;

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
      throws Exception;

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
      throws Exception;

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
      throws Exception;

  long iAllReduce(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception;

  long iReduceScatter(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Object recvBuf,
      int @Nullable [] counts,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception;

  long iReduceScatterBlock(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
  long iScan(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
  long iExScan(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception;
}
