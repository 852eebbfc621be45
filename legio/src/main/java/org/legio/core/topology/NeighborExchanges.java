package org.legio.core.topology;

import static java.util.Objects.requireNonNull;

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

  private static Neighbors neighborsOf(Communicator communicator) {
    return requireNonNull(communicator.topology()).neighbors();
  }

  private void exchange(String call, Communicator communicator, Blocks from, Blocks into)
      throws Exception {
    Exchange exchange = new Exchange(context, neighborsOf(communicator), from, into);
    communicator.substitute().collective(call, exchange);
    into.memory().store();
  }
}
