package org.legio.core;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.core.PendingOperation.Completion;
import org.legio.core.PendingOperation.Root;
import org.legio.core.PendingOperation.Start;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.NonBlockingCollectives;
import org.legio.ulfm.Pmpi;

/**
 * The non-blocking collective operations of the flat layout: each is started on what carries the
 * traffic, with data by original rank as in {@link FlatSubstitute}, and put behind the others of
 * its communicator.
 */
final class FlatNonBlocking implements NonBlockingCollectives {
  private static final Completion NOTHING = () -> {};

  private final Context context;
  private final Pmpi pmpi;
  private final AgreedCommunicator agreed;
  private final int rank;
  private final boolean keepsBroadcast;
  private final boolean keepsScattered;
  private final boolean gatherShift;
  private final boolean scatterShift;

  /**
   * Runs on a communicator's carrier.
   *
   * @param rank this process's original rank
   */
  FlatNonBlocking(Context context, AgreedCommunicator agreed, int rank) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.agreed = agreed;
    this.rank = rank;
    Policies policies = context.policies();
    this.keepsBroadcast = policies.ignores(Setting.BCAST_ROOT_FAILED);
    this.keepsScattered = policies.ignores(Setting.SCATTER_ROOT_FAILED);
    this.gatherShift = policies.configuration().isOn(Setting.GATHER_SHIFT);
    this.scatterShift = policies.configuration().isOn(Setting.SCATTER_SHIFT);
  }

  private long start(String call, Start start, Completion completion) throws Exception {
    return start(call, null, start, completion);
  }

  private long start(String call, @Nullable Root root, Start start, Completion completion)
      throws Exception {
    return started(new PendingOperation(context, agreed, call, root, false, start, completion));
  }

  /** Starts one that MPI may report as done at all members though one has died in it. */
  private long startWithoutLoss(String call, Start start, Completion completion) throws Exception {
    return started(new PendingOperation(context, agreed, call, null, true, start, completion));
  }

  private long started(PendingOperation operation) throws Exception {
    agreed.operations().start(operation);
    return context.pending().add(operation);
  }

  // ------------------------------------------------------------------ one to all, all to all

  @Override
  public long iBarrier(long unused) throws Exception {
    return start("iBarrier", (c, r) -> pmpi.iBarrier(c), NOTHING);
  }

  @Override
  public long iBcast(long unused, @Nullable Buffer buf, int count, long type, int root)
      throws Exception {
    Staged into = received(keepsBroadcast && rank != root, buf, type, count);
    return start(
        "iBcast",
        new Root(Setting.BCAST_ROOT_FAILED, root, false),
        (c, r) -> {
          into.load();
          return pmpi.iBcast(c, into.nativeBuffer(), count, type, r.toCarrier(root));
        },
        into::store);
  }

  // ------------------------------------------------------------------ reductions

  @Override
  public long iReduce(
      long unused,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle,
      int root)
      throws Exception {
    Staged from = inputOf(sendBuf, recvBuf, type, count);
    return start(
        "iReduce",
        new Root(Setting.REDUCE_ROOT_FAILED, root, true),
        (c, r) ->
            pmpi.iReduce(
                c,
                from.nativeBuffer(),
                recvBuf,
                count,
                type,
                baseType,
                op,
                opHandle,
                r.toCarrier(root)),
        () -> throwFailure(op));
  }

  @Override
  public long iAllReduce(
      long unused,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    Staged from = inputOf(sendBuf, recvBuf, type, count);
    return start(
        "iAllReduce",
        (c, r) ->
            pmpi.iAllReduce(c, from.nativeBuffer(), recvBuf, count, type, baseType, op, opHandle),
        () -> throwFailure(op));
  }

  @Override
  public long iScan(
      long unused,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    Staged from = inputOf(sendBuf, recvBuf, type, count);
    return start(
        "iScan",
        (c, r) -> pmpi.iScan(c, from.nativeBuffer(), recvBuf, count, type, baseType, op, opHandle),
        () -> throwFailure(op));
  }

  @Override
  public long iExScan(
      long unused,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    Staged from = inputOf(sendBuf, recvBuf, type, count);
    boolean[] isFirst = {false};
    return start(
        "iExScan",
        (c, r) -> {
          isFirst[0] = rank > 0 && r.toCarrier(rank) == 0;
          return pmpi.iExScan(c, from.nativeBuffer(), recvBuf, count, type, baseType, op, opHandle);
        },
        () -> {
          if (isFirst[0]) { // MPI leaves its result undefined
            Staged.toReceiveLater(pmpi, recvBuf, true, 0, type, count).clear();
          }
          throwFailure(op);
        });
  }

  @Override
  public long iReduceScatter(
      long unused,
      @Nullable Buffer sendBuf,
      @Nullable Object recvBuf,
      int @Nullable [] counts,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    int[] blocks = counts == null ? new int[agreed.size()] : counts.clone();
    Staged from = inputOf(sendBuf, (Buffer) recvBuf, type, Arrays.stream(blocks).sum());
    @Nullable Buffer[] kept = new Buffer[1];
    return start(
        "iReduceScatter",
        (c, r) ->
            pmpi.iReduceScatter(
                c,
                blocksOfPresent(r, from, blocks, type, kept),
                recvBuf,
                counts == null ? null : ofPresent(r, blocks),
                type,
                baseType,
                op,
                opHandle),
        () -> throwFailure(op));
  }

  @Override
  public long iReduceScatterBlock(
      long unused,
      @Nullable Buffer sendBuf,
      @Nullable Buffer recvBuf,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    int[] blocks = new int[agreed.size()];
    Arrays.fill(blocks, count);
    Staged from = inputOf(sendBuf, recvBuf, type, all(count));
    @Nullable Buffer[] kept = new Buffer[1];
    return start(
        "iReduceScatterBlock",
        (c, r) ->
            pmpi.iReduceScatterBlock(
                c,
                blocksOfPresent(r, from, blocks, type, kept),
                recvBuf,
                count,
                type,
                baseType,
                op,
                opHandle),
        () -> throwFailure(op));
  }

  // ------------------------------------------------------------------ blocks by original rank

  @Override
  public long iGather(
      long unused,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType,
      int root)
      throws Exception {
    Staged into = received(rank == root, recvBuf, recvType, all(recvCount));
    boolean fromRecvBuf = sendType == MpiConstants.IN_PLACE && rank != root;
    return start(
        "iGather",
        new Root(Setting.GATHER_ROOT_FAILED, root, true),
        (c, r) -> {
          into.load();
          return r.isComplete() || gatherShift
              ? pmpi.iGather(
                  c,
                  sendBuf,
                  sendCount,
                  sendType,
                  into.nativeBuffer(),
                  recvCount,
                  recvType,
                  r.toCarrier(root))
              : pmpi.iGatherv(
                  c,
                  fromRecvBuf ? recvBuf : sendBuf,
                  fromRecvBuf ? recvCount : sendCount,
                  fromRecvBuf ? recvType : sendType,
                  into.nativeBuffer(),
                  r.counts(recvCount),
                  r.displacements(recvCount),
                  recvType,
                  r.toCarrier(root));
        },
        into::store);
  }

  @Override
  public long iGatherv(
      long unused,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int @Nullable [] recvCounts,
      int @Nullable [] displs,
      long recvType,
      int root)
      throws Exception {
    Staged into = received(rank == root, recvBuf, recvType, Staged.itemsOf(displs, recvCounts));
    int[] counts = copy(recvCounts);
    int[] firsts = copy(displs);
    return start(
        "iGatherv",
        new Root(Setting.GATHER_ROOT_FAILED, root, true),
        (c, r) -> {
          into.load();
          return pmpi.iGatherv(
              c,
              sendBuf,
              sendCount,
              sendType,
              into.nativeBuffer(),
              atRoot(r, counts, root),
              atRoot(r, firsts, root),
              recvType,
              r.toCarrier(root));
        },
        into::store);
  }

  @Override
  public long iScatter(
      long unused,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType,
      int root)
      throws Exception {
    boolean intoSendBuf = recvType == MpiConstants.IN_PLACE && rank != root;
    Staged into =
        intoSendBuf
            ? received(keepsScattered, sendBuf, sendType, sendCount)
            : received(keepsScattered && rank != root, recvBuf, recvType, recvCount);
    return start(
        "iScatter",
        new Root(Setting.SCATTER_ROOT_FAILED, root, false),
        (c, r) -> {
          into.load();
          return r.isComplete() || scatterShift
              ? pmpi.iScatter(
                  c,
                  intoSendBuf ? into.nativeBuffer() : sendBuf,
                  sendCount,
                  sendType,
                  intoSendBuf ? recvBuf : into.nativeBuffer(),
                  recvCount,
                  recvType,
                  r.toCarrier(root))
              : pmpi.iScatterv(
                  c,
                  sendBuf,
                  r.counts(sendCount),
                  r.displacements(sendCount),
                  sendType,
                  into.nativeBuffer(),
                  intoSendBuf ? sendCount : recvCount,
                  intoSendBuf ? sendType : recvType,
                  r.toCarrier(root));
        },
        into::store);
  }

  @Override
  public long iScatterv(
      long unused,
      @Nullable Buffer sendBuf,
      int @Nullable [] sendCounts,
      int @Nullable [] displs,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType,
      int root)
      throws Exception {
    Staged into = received(keepsScattered && rank != root, recvBuf, recvType, recvCount);
    int[] counts = copy(sendCounts);
    int[] firsts = copy(displs);
    return start(
        "iScatterv",
        new Root(Setting.SCATTER_ROOT_FAILED, root, false),
        (c, r) -> {
          into.load();
          return pmpi.iScatterv(
              c,
              sendBuf,
              atRoot(r, counts, root),
              atRoot(r, firsts, root),
              sendType,
              into.nativeBuffer(),
              recvCount,
              recvType,
              r.toCarrier(root));
        },
        into::store);
  }

  @Override
  public long iAllGather(
      long unused,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType)
      throws Exception {
    Staged into = received(true, recvBuf, recvType, all(recvCount));
    return startWithoutLoss(
        "iAllGather",
        (c, r) -> {
          into.load();
          return r.isComplete()
              ? pmpi.iAllGather(
                  c, sendBuf, sendCount, sendType, into.nativeBuffer(), recvCount, recvType)
              : pmpi.iAllGatherv(
                  c,
                  sendBuf,
                  sendCount,
                  sendType,
                  into.nativeBuffer(),
                  r.counts(recvCount),
                  r.displacements(recvCount),
                  recvType);
        },
        into::store);
  }

  @Override
  public long iAllGatherv(
      long unused,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int[] recvCounts,
      int[] displs,
      long recvType)
      throws Exception {
    Staged into = received(true, recvBuf, recvType, Staged.itemsOf(displs, recvCounts));
    int[] counts = recvCounts.clone();
    int[] firsts = displs.clone();
    return startWithoutLoss(
        "iAllGatherv",
        (c, r) -> {
          into.load();
          return pmpi.iAllGatherv(
              c,
              sendBuf,
              sendCount,
              sendType,
              into.nativeBuffer(),
              ofPresent(r, counts),
              ofPresent(r, firsts),
              recvType);
        },
        into::store);
  }

  @Override
  public long iAllToAll(
      long unused,
      @Nullable Buffer sendBuf,
      int sendCount,
      long sendType,
      @Nullable Buffer recvBuf,
      int recvCount,
      long recvType)
      throws Exception {
    Staged into = received(true, recvBuf, recvType, all(recvCount));
    return start(
        "iAllToAll",
        (c, r) -> {
          into.load();
          return r.isComplete()
              ? pmpi.iAllToAll(
                  c, sendBuf, sendCount, sendType, into.nativeBuffer(), recvCount, recvType)
              : pmpi.iAllToAllv(
                  c,
                  sendBuf,
                  r.counts(sendCount),
                  r.displacements(sendCount),
                  sendType,
                  into.nativeBuffer(),
                  r.counts(recvCount),
                  r.displacements(recvCount),
                  recvType);
        },
        into::store);
  }

  @Override
  public long iAllToAllv(
      long unused,
      @Nullable Buffer sendBuf,
      int[] sendCounts,
      int[] sendDispls,
      long sendType,
      @Nullable Buffer recvBuf,
      int[] recvCounts,
      int[] recvDispls,
      long recvType)
      throws Exception {
    Staged into = received(true, recvBuf, recvType, Staged.itemsOf(recvDispls, recvCounts));
    int[] sent = sendCounts.clone();
    int[] sentFirsts = sendDispls.clone();
    int[] counts = recvCounts.clone();
    int[] firsts = recvDispls.clone();
    return start(
        "iAllToAllv",
        (c, r) -> {
          into.load();
          return pmpi.iAllToAllv(
              c,
              sendBuf,
              ofPresent(r, sent),
              ofPresent(r, sentFirsts),
              sendType,
              into.nativeBuffer(),
              ofPresent(r, counts),
              ofPresent(r, firsts),
              recvType);
        },
        into::store);
  }

  /** Displacements are in bytes here, and types differ by rank: the buffer is kept whole. */
  @Override
  public long iAllToAllw(
      long unused,
      @Nullable Buffer sendBuf,
      int[] sendCounts,
      int[] sendDispls,
      long[] sendTypes,
      @Nullable Buffer recvBuf,
      int[] recvCounts,
      int[] recvDispls,
      long[] recvTypes)
      throws Exception {
    Staged into = Staged.whole(recvBuf);
    int[] sent = sendCounts.clone();
    int[] sentFirsts = sendDispls.clone();
    long[] sentTypes = sendTypes.clone();
    int[] counts = recvCounts.clone();
    int[] firsts = recvDispls.clone();
    long[] types = recvTypes.clone();
    return start(
        "iAllToAllw",
        (c, r) -> {
          into.load();
          return pmpi.iAllToAllw(
              c,
              sendBuf,
              ofPresent(r, sent),
              ofPresent(r, sentFirsts),
              ofPresent(r, sentTypes),
              into.nativeBuffer(),
              ofPresent(r, counts),
              ofPresent(r, firsts),
              ofPresent(r, types));
        },
        into::store);
  }

  // ------------------------------------------------------------------ buffers

  private int all(int count) {
    return agreed.size() * count;
  }

  /** A receive buffer, staged if it is significant here. */
  private Staged received(boolean significant, @Nullable Buffer buffer, long type, int items)
      throws Exception {
    return significant && type != MpiConstants.IN_PLACE
        ? Staged.toReceiveLater(pmpi, buffer, true, 0, type, items)
        : Staged.itself(buffer, true, 0);
  }

  /**
   * What the program's own function has thrown comes out of the call that completes the request.
   */
  private void throwFailure(Object op) throws Exception {
    context.binding().userOperations().throwFailure(op);
  }

  /** The input of a reduction: a copy, where it lies in the receive buffer. */
  private Staged inputOf(@Nullable Buffer sendBuf, @Nullable Buffer recvBuf, long type, int items)
      throws Exception {
    return sendBuf == null
        ? Staged.toSendLater(pmpi, recvBuf, true, 0, type, items)
        : Staged.itself(sendBuf, true, 0);
  }

  /** Input by blocks without those of the dead; kept, for MPI knows only where it is. */
  private @Nullable Buffer blocksOfPresent(
      Numbering ranks, Staged from, int[] blocks, long type, @Nullable Buffer[] kept)
      throws Exception {
    if (ranks.isComplete()) {
      return from.nativeBuffer();
    }
    int[] firsts = new int[blocks.length];
    for (int i = 1; i < blocks.length; i++) {
      firsts[i] = firsts[i - 1] + blocks[i - 1];
    }
    kept[0] =
        Staged.toSendLater(pmpi, from.nativeBuffer(), true, 0, type, Arrays.stream(blocks).sum())
            .closedUp(ByteBuffer::allocateDirect, ranks.compress(firsts), ranks.compress(blocks));
    return kept[0];
  }

  private static int[] ofPresent(Numbering ranks, int[] byOriginal) {
    return ranks.isComplete() ? byOriginal : ranks.compress(byOriginal);
  }

  private static long[] ofPresent(Numbering ranks, long[] byOriginal) {
    return ranks.isComplete() ? byOriginal : ranks.compress(byOriginal);
  }

  /** What only the root's argument counts for; others may pass anything. */
  private int @Nullable [] atRoot(Numbering ranks, int @Nullable [] byOriginal, int root) {
    return rank == root && byOriginal != null ? ofPresent(ranks, byOriginal) : byOriginal;
  }

  /** The program may change its arrays as soon as the call has returned. */
  private static int @Nullable [] copy(int @Nullable [] array) {
    return array == null ? null : array.clone();
  }
}
