package org.legio.core.topology;

import static java.util.Objects.requireNonNull;
import static org.legio.ulfm.MpiConstants.BYTE_BASE_TYPE;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import org.legio.core.Communicator;
import org.legio.core.CommunicatorRegistry;
import org.legio.core.Context;
import org.legio.ulfm.Pmpi;

/**
 * The handler of collective operations between neighbours in a topology. Each method has the
 * parameters of the native whose name it bears.
 */
public final class NeighborExchanges {
  private final Context context;
  private final Pmpi pmpi;
  private final Answers protectedOnes;

  /** Makes the handler. */
  public NeighborExchanges(Context context, CommunicatorRegistry registry) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.protectedOnes = new Answers(context.binding(), registry);
  }

  /** {@code MPI_Neighbor_allgather}. */
  public void neighborAllGather(
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
    Communicator communicator = protectedOnes.find(comm);
    if (communicator == null) {
      pmpi.neighborAllGather(
          comm,
          sendBuf,
          sendDirect,
          sendOffset,
          sendCount,
          sendType,
          sendBaseType,
          recvBuf,
          recvDirect,
          recvOffset,
          recvCount,
          recvType,
          recvBaseType);
      return;
    }
    Neighbors neighbors = neighborsOf(communicator);
    Layout sent = Layout.shared(neighbors.out(), sendCount);
    Layout received = Layout.even(neighbors.in(), recvCount);
    exchange(
        "neighborAllGather",
        communicator,
        Blocks.toSend(pmpi, sendBuf, sendDirect, sendOffset, sendType, sent),
        Blocks.toReceive(pmpi, recvBuf, recvDirect, recvOffset, recvType, received));
  }

  /** {@code MPI_Neighbor_allgatherv}. */
  public void neighborAllGatherv(
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
    Communicator communicator = protectedOnes.find(comm);
    if (communicator == null) {
      pmpi.neighborAllGatherv(
          comm,
          sendBuf,
          sendDirect,
          sendOffset,
          sendCount,
          sendType,
          sendBaseType,
          recvBuf,
          recvDirect,
          recvOffset,
          recvCounts,
          displs,
          recvType,
          recvBaseType);
      return;
    }
    Neighbors neighbors = neighborsOf(communicator);
    Layout sent = Layout.shared(neighbors.out(), sendCount);
    Layout received = Layout.of(neighbors.in(), recvCounts, displs);
    exchange(
        "neighborAllGatherv",
        communicator,
        Blocks.toSend(pmpi, sendBuf, sendDirect, sendOffset, sendType, sent),
        Blocks.toReceive(pmpi, recvBuf, recvDirect, recvOffset, recvType, received));
  }

  /** {@code MPI_Neighbor_alltoall}. */
  public void neighborAllToAll(
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
    Communicator communicator = protectedOnes.find(comm);
    if (communicator == null) {
      pmpi.neighborAllToAll(
          comm,
          sendBuf,
          sendDirect,
          sendOffset,
          sendCount,
          sendType,
          sendBaseType,
          recvBuf,
          recvDirect,
          recvOffset,
          recvCount,
          recvType,
          recvBaseType);
      return;
    }
    Neighbors neighbors = neighborsOf(communicator);
    Layout sent = Layout.even(neighbors.out(), sendCount);
    Layout received = Layout.even(neighbors.in(), recvCount);
    exchange(
        "neighborAllToAll",
        communicator,
        Blocks.toSend(pmpi, sendBuf, sendDirect, sendOffset, sendType, sent),
        Blocks.toReceive(pmpi, recvBuf, recvDirect, recvOffset, recvType, received));
  }

  /** {@code MPI_Neighbor_alltoallv}. */
  public void neighborAllToAllv(
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
    Communicator communicator = protectedOnes.find(comm);
    if (communicator == null) {
      pmpi.neighborAllToAllv(
          comm,
          sendBuf,
          sendDirect,
          sendOffset,
          sendCounts,
          sendDispls,
          sendType,
          sendBaseType,
          recvBuf,
          recvDirect,
          recvOffset,
          recvCounts,
          recvDispls,
          recvType,
          recvBaseType);
      return;
    }
    Neighbors neighbors = neighborsOf(communicator);
    Layout sent = Layout.of(neighbors.out(), sendCounts, sendDispls);
    Layout received = Layout.of(neighbors.in(), recvCounts, recvDispls);
    exchange(
        "neighborAllToAllv",
        communicator,
        Blocks.toSend(pmpi, sendBuf, sendDirect, sendOffset, sendType, sent),
        Blocks.toReceive(pmpi, recvBuf, recvDirect, recvOffset, recvType, received));
  }

  /** {@code MPI_Ineighbor_allgather}: done before it returns. */
  public long iNeighborAllGather(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType)
      throws Exception {
    if (protectedOnes.find(comm) == null) {
      return pmpi.iNeighborAllGather(
          comm, sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
    }
    neighborAllGather(
        comm,
        sendBuf,
        true,
        0,
        sendCount,
        sendType,
        BYTE_BASE_TYPE,
        recvBuf,
        true,
        0,
        recvCount,
        recvType,
        BYTE_BASE_TYPE);
    return context.binding().requestEmpty();
  }

  /** {@code MPI_Ineighbor_allgatherv}: done before it returns. */
  public long iNeighborAllGatherv(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int[] recvCounts,
      int[] displs,
      long recvType)
      throws Exception {
    if (protectedOnes.find(comm) == null) {
      return pmpi.iNeighborAllGatherv(
          comm, sendBuf, sendCount, sendType, recvBuf, recvCounts, displs, recvType);
    }
    neighborAllGatherv(
        comm,
        sendBuf,
        true,
        0,
        sendCount,
        sendType,
        BYTE_BASE_TYPE,
        recvBuf,
        true,
        0,
        recvCounts,
        displs,
        recvType,
        BYTE_BASE_TYPE);
    return context.binding().requestEmpty();
  }

  /** {@code MPI_Ineighbor_alltoall}: done before it returns. */
  public long iNeighborAllToAll(
      long comm,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType)
      throws Exception {
    if (protectedOnes.find(comm) == null) {
      return pmpi.iNeighborAllToAll(
          comm, sendBuf, sendCount, sendType, recvBuf, recvCount, recvType);
    }
    neighborAllToAll(
        comm,
        sendBuf,
        true,
        0,
        sendCount,
        sendType,
        BYTE_BASE_TYPE,
        recvBuf,
        true,
        0,
        recvCount,
        recvType,
        BYTE_BASE_TYPE);
    return context.binding().requestEmpty();
  }

  /** {@code MPI_Ineighbor_alltoallv}: done before it returns. */
  public long iNeighborAllToAllv(
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
    if (protectedOnes.find(comm) == null) {
      return pmpi.iNeighborAllToAllv(
          comm,
          sendBuf,
          sendCounts,
          sendDispls,
          sendType,
          recvBuf,
          recvCounts,
          recvDispls,
          recvType);
    }
    neighborAllToAllv(
        comm,
        sendBuf,
        true,
        0,
        sendCounts,
        sendDispls,
        sendType,
        BYTE_BASE_TYPE,
        recvBuf,
        true,
        0,
        recvCounts,
        recvDispls,
        recvType,
        BYTE_BASE_TYPE);
    return context.binding().requestEmpty();
  }

  private static Neighbors neighborsOf(Communicator communicator) {
    return requireNonNull(communicator.topology()).neighbors();
  }

  private void exchange(String call, Communicator communicator, Blocks from, Blocks into)
      throws Exception {
    communicator
        .substitute()
        .collective(call, new NeighborExchange(context, neighborsOf(communicator), from, into));
    into.memory().store();
  }
}
