package org.legio.core;

import static java.util.Objects.requireNonNull;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.NonBlockingCollectives;
import org.legio.ulfm.UserOperations;

/**
 * Non-blocking collective operations between two groups: done before they return, with a request
 * that is complete. A program that has to go on in between would wait in vain; see {@code
 * docs/design/intercommunicators.md}.
 */
final class InterNonBlocking implements NonBlockingCollectives {
  /** The base type of buffers that are no arrays: any but the binding's for null. */
  private static final int DIRECT = 1;

  private final InterSubstitute blocking;
  private final UserOperations userOperations;
  private final long complete;

  /** Does operations at once. */
  InterNonBlocking(Context context, InterSubstitute blocking) {
    this.blocking = blocking;
    this.userOperations = context.binding().userOperations();
    this.complete = context.binding().requestEmpty();
  }

  @Override
  public long iBarrier(long comm) throws Exception {
    blocking.barrier(comm);
    return complete;
  }

  @Override
  public long iBcast(long comm, @Nullable Buffer buf, int count, long type, int root)
      throws Exception {
    blocking.bcast(comm, buf, true, 0, count, type, DIRECT, root);
    return complete;
  }

  @Override
  public long iGather(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType,
      int root)
      throws Exception {
    blocking.gather(
        comm, sendBuf, true, 0, sendCount, sendType, DIRECT, recvBuf, true, 0, recvCount, recvType,
        DIRECT, root);
    return complete;
  }

  @Override
  public long iGatherv(
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
    blocking.gatherv(
        comm,
        sendBuf,
        true,
        0,
        sendCount,
        sendType,
        DIRECT,
        recvBuf,
        true,
        0,
        recvCounts,
        displs,
        recvType,
        DIRECT,
        root);
    return complete;
  }

  @Override
  public long iScatter(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType,
      int root)
      throws Exception {
    blocking.scatter(
        comm, sendBuf, true, 0, sendCount, sendType, DIRECT, recvBuf, true, 0, recvCount, recvType,
        DIRECT, root);
    return complete;
  }

  @Override
  public long iScatterv(
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
    blocking.scatterv(
        comm,
        sendBuf,
        true,
        0,
        sendCounts,
        displs,
        sendType,
        DIRECT,
        recvBuf,
        true,
        0,
        recvCount,
        recvType,
        DIRECT,
        root);
    return complete;
  }

  @Override
  public long iAllGather(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType)
      throws Exception {
    blocking.allGather(
        comm, sendBuf, true, 0, sendCount, sendType, DIRECT, recvBuf, true, 0, recvCount, recvType,
        DIRECT);
    return complete;
  }

  @Override
  public long iAllGatherv(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int[] recvCounts,
      int[] displs,
      long recvType)
      throws Exception {
    blocking.allGatherv(
        comm,
        sendBuf,
        true,
        0,
        sendCount,
        sendType,
        DIRECT,
        recvBuf,
        true,
        0,
        recvCounts,
        displs,
        recvType,
        DIRECT);
    return complete;
  }

  @Override
  public long iAllToAll(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType)
      throws Exception {
    blocking.allToAll(
        comm, sendBuf, true, 0, sendCount, sendType, DIRECT, recvBuf, true, 0, recvCount, recvType,
        DIRECT);
    return complete;
  }

  @Override
  public long iAllToAllv(
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
    blocking.allToAllv(
        comm,
        sendBuf,
        true,
        0,
        sendCounts,
        sendDispls,
        sendType,
        DIRECT,
        recvBuf,
        true,
        0,
        recvCounts,
        recvDispls,
        recvType,
        DIRECT);
    return complete;
  }

  @Override
  public long iAllToAllw(
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
    blocking.allToAllw(
        sendBuf, sendCounts, sendDispls, sendTypes, recvBuf, recvCounts, recvDispls, recvTypes);
    return complete;
  }

  @Override
  public long iReduce(
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
    blocking.reduce(
        comm, sendBuf, true, 0, recvBuf, true, 0, count, type, baseType, op, opHandle, root);
    return completed(op);
  }

  @Override
  public long iAllReduce(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    blocking.allReduce(
        comm, sendBuf, true, 0, recvBuf, true, 0, count, type, baseType, op, opHandle);
    return completed(op);
  }

  @Override
  public long iReduceScatter(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Object recvBuf,
      int @Nullable [] counts,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    blocking.reduceScatter(
        comm,
        sendBuf,
        true,
        0,
        recvBuf,
        true,
        0,
        requireNonNull(counts),
        type,
        baseType,
        op,
        opHandle);
    return completed(op);
  }

  @Override
  public long iReduceScatterBlock(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    blocking.reduceScatterBlock(
        comm, sendBuf, true, 0, recvBuf, true, 0, count, type, baseType, op, opHandle);
    return completed(op);
  }

  @Override
  public long iScan(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    blocking.scan(comm, sendBuf, true, 0, recvBuf, true, 0, count, type, baseType, op, opHandle);
    return completed(op);
  }

  @Override
  public long iExScan(
      long comm,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    blocking.exScan(comm, sendBuf, true, 0, recvBuf, true, 0, count, type, baseType, op, opHandle);
    return completed(op);
  }

  /** What the program's own function has thrown comes out of the call. */
  private long completed(Object op) throws Exception {
    userOperations.throwFailure(op);
    return complete;
  }
}
