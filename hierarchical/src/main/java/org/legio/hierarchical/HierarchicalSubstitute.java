package org.legio.hierarchical;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.legio.core.AgreedCommunicator;
import org.legio.core.Context;
import org.legio.core.FlatSubstitute;
import org.legio.core.Policies;
import org.legio.core.Setting;
import org.legio.core.Staged;
import org.legio.core.Substitute;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.NonBlockingCollectives;
import org.legio.ulfm.Pmpi;

/**
 * The hierarchical layout: blocking collectives run in local communicators and between their
 * masters. Thesis, chapter 4.
 *
 * <p>What needs all members in one communicator (making communicators, windows, non-blocking
 * operations, blocks of calls) is left to the flat layout over the entire one; so are operations
 * that move much data.
 */
final class HierarchicalSubstitute implements Substitute {
  private final Pmpi pmpi;
  private final FlatSubstitute flat;
  private final AgreedCommunicator entire;
  private final HierarchicalCommunicator communicator;
  private final BlockMaker blocks;
  private final Positional positional;
  private final Reductions reductions;
  private final Global global;
  private final int rank;
  private final int mostBytes;
  private final boolean keepsBroadcast;
  private final boolean gatherShift;
  private final boolean scatterShift;

  /**
   * Carries the traffic of an alias.
   *
   * @param entire a communicator of its living members
   * @param rank this process's original rank
   * @param localSize how many ranks a local communicator has at most
   */
  HierarchicalSubstitute(Context context, AgreedCommunicator entire, int rank, int localSize) {
    this.pmpi = context.pmpi();
    this.entire = entire;
    this.rank = rank;
    this.flat = new FlatSubstitute(context, entire, rank);
    this.communicator = new HierarchicalCommunicator(context, entire, rank, localSize);
    this.blocks = new BlockMaker(context, entire.size(), rank, communicator::self);
    Courier courier = new Courier(context, communicator.trial(), entire);
    this.global = new Global(courier, communicator.trial());
    this.positional = new Positional(context, communicator, courier, global);
    this.reductions = new Reductions(context, communicator, courier, global);
    Policies policies = context.policies();
    this.mostBytes = policies.configuration().count(Setting.HIERARCHICAL_FLAT_ABOVE);
    this.keepsBroadcast = policies.ignores(Setting.BCAST_ROOT_FAILED);
    this.gatherShift = policies.configuration().isOn(Setting.GATHER_SHIFT);
    this.scatterShift = policies.configuration().isOn(Setting.SCATTER_SHIFT);
  }

  @Override
  public int[] lost() {
    return communicator.present().missing();
  }

  @Override
  public void collective(String call, Attempt attempt) throws Exception {
    flat.collective(call, attempt);
  }

  @Override
  public boolean agree(String call, boolean vote) throws Exception {
    return entire.isInBlock() ? flat.agree(call, vote) : communicator.isAgreed(call, vote);
  }

  @Override
  public void block(Block block) throws Exception {
    flat.block(block);
  }

  @Override
  public Created create(String call, Creation creation) throws Exception {
    return flat.create(call, creation);
  }

  @Override
  public long handle() {
    return flat.handle();
  }

  @Override
  public NonBlockingCollectives nonBlocking() {
    return flat.nonBlocking();
  }

  @Override
  public boolean isBusy() {
    return flat.isBusy();
  }

  @Override
  public void free() throws Exception {
    communicator.free();
    flat.free();
  }

  /**
   * Whether an operation is left to the flat layout: in a block, to refuse a wrong root or count as
   * the binding does, or for its size.
   *
   * @param count how many items a rank's part of it has; as many bytes at all ranks
   */
  private boolean isFlat(int root, long type, int count) throws Exception {
    return isFlat(root) || isFlat(type, count);
  }

  /** Likewise, where sizes are not known to all. */
  private boolean isFlat(int root) {
    return root < 0 || root >= entire.size() || entire.isInBlock();
  }

  private boolean isFlat(long type, int count) throws Exception {
    return entire.isInBlock() || count < 0 || (long) count * pmpi.typeSize(type) > mostBytes;
  }

  // ------------------------------------------------------------------ one to all

  /** The agreement that ends every operation is a barrier. */
  @Override
  public void barrier(long comm) throws Exception {
    if (entire.isInBlock()) {
      flat.barrier(comm);
    } else {
      communicator.collective("barrier", roles -> {});
    }
  }

  @Override
  public void bcast(
      long comm,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int root)
      throws Exception {
    if (isFlat(root, type, count)) {
      flat.bcast(comm, buf, direct, offset, count, type, baseType, root);
      return;
    }
    boolean isCopied = !direct || (keepsBroadcast && rank != root);
    Staged data =
        isCopied
            ? Staged.toReceive(pmpi, buf, direct, offset, type, count)
            : Staged.itself(buf, true, offset);
    Items items = Items.of(pmpi, type, baseType);
    Local local = communicator.local();
    boolean done =
        communicator.rooted(
            "bcast",
            Setting.BCAST_ROOT_FAILED,
            root,
            false,
            roles -> {
              data.load();
              if (roles.isNear(root)) {
                local.bcast(data.memoryAt(0), count, items, local.rankOf(root));
              }
              if (roles.isMaster()) {
                global.bcast(roles, roles.indexOf(root), data, count, items);
              }
              if (!roles.isNear(root)) {
                local.bcast(data.memoryAt(0), count, items, Local.MASTER);
              }
            });
    if (done && rank != root) {
      data.store();
    }
  }

  // ------------------------------------------------------------------ reductions

  @Override
  public void reduce(
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
    if (isFlat(root, type, count)) {
      flat.reduce(
          comm,
          sendBuf,
          sendDirect,
          sendOffset,
          recvBuf,
          recvDirect,
          recvOffset,
          count,
          type,
          baseType,
          op,
          opHandle,
          root);
      return;
    }
    Staged from =
        input(sendBuf, sendDirect, sendOffset, recvBuf, recvDirect, recvOffset, type, count);
    Staged into =
        rank == root
            ? Staged.toReceive(pmpi, recvBuf, recvDirect, recvOffset, type, count)
            : Staged.itself(null, true, 0);
    Items items = Items.of(pmpi, type, baseType);
    if (reductions.reduce(from, into, count, items, op, opHandle, root)) {
      into.store();
    }
  }

  @Override
  public void allReduce(
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
    if (isFlat(type, count)) {
      flat.allReduce(
          comm,
          sendBuf,
          sendDirect,
          sendOffset,
          recvBuf,
          recvDirect,
          recvOffset,
          count,
          type,
          baseType,
          op,
          opHandle);
      return;
    }
    Staged from =
        input(sendBuf, sendDirect, sendOffset, recvBuf, recvDirect, recvOffset, type, count);
    Staged into = Staged.toReceive(pmpi, recvBuf, recvDirect, recvOffset, type, count);
    reductions.allReduce(from, into, count, Items.of(pmpi, type, baseType), op, opHandle);
    into.store();
  }

  @Override
  public void scan(
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
    if (isFlat(type, count)) {
      flat.scan(
          comm,
          sendBuf,
          sendDirect,
          sendOffset,
          recvBuf,
          recvDirect,
          recvOffset,
          count,
          type,
          baseType,
          op,
          opHandle);
      return;
    }
    Staged from =
        input(sendBuf, sendDirect, sendOffset, recvBuf, recvDirect, recvOffset, type, count);
    Staged into = Staged.toReceive(pmpi, recvBuf, recvDirect, recvOffset, type, count);
    Items items = Items.of(pmpi, type, baseType);
    reductions.scan("scan", true, from, into, count, items, op, opHandle);
    into.store();
  }

  @Override
  public void exScan(
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
    if (isFlat(type, count)) {
      flat.exScan(
          comm,
          sendBuf,
          sendDirect,
          sendOffset,
          recvBuf,
          recvDirect,
          recvOffset,
          count,
          type,
          baseType,
          op,
          opHandle);
      return;
    }
    Staged from =
        input(sendBuf, sendDirect, sendOffset, recvBuf, recvDirect, recvOffset, type, count);
    Staged into = Staged.toReceive(pmpi, recvBuf, recvDirect, recvOffset, type, count);
    Items items = Items.of(pmpi, type, baseType);
    reductions.scan("exScan", false, from, into, count, items, op, opHandle);
    into.store();
  }

  @Override
  public void reduceScatter(
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
    if (entire.isInBlock() || recvCounts.length < entire.size()) {
      flat.reduceScatter(
          comm,
          sendBuf,
          sendDirect,
          sendOffset,
          recvBuf,
          recvDirect,
          recvOffset,
          recvCounts,
          type,
          baseType,
          op,
          opHandle);
      return;
    }
    reduceScatter(
        "reduceScatter",
        sendBuf,
        sendDirect,
        sendOffset,
        recvBuf,
        recvDirect,
        recvOffset,
        recvCounts,
        Items.of(pmpi, type, baseType),
        op,
        opHandle);
  }

  @Override
  public void reduceScatterBlock(
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
    if (isFlat(type, recvCount)) {
      flat.reduceScatterBlock(
          comm,
          sendBuf,
          sendDirect,
          sendOffset,
          recvBuf,
          recvDirect,
          recvOffset,
          recvCount,
          type,
          baseType,
          op,
          opHandle);
      return;
    }
    reduceScatter(
        "reduceScatterBlock",
        sendBuf,
        sendDirect,
        sendOffset,
        recvBuf,
        recvDirect,
        recvOffset,
        blocks.each(recvCount),
        Items.of(pmpi, type, baseType),
        op,
        opHandle);
  }

  private void reduceScatter(
      String call,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int[] counts,
      Items items,
      Object op,
      long opHandle)
      throws Exception {
    int all = Arrays.stream(counts).sum();
    Staged from =
        sendBuf == null
            ? Staged.toSend(pmpi, recvBuf, recvDirect, recvOffset, items.handle(), all)
            : Staged.toSend(pmpi, sendBuf, sendDirect, sendOffset, items.handle(), all);
    Staged into =
        Staged.toReceive(pmpi, recvBuf, recvDirect, recvOffset, items.handle(), counts[rank]);
    reductions.reduceScatter(call, from, into, counts, items, op, opHandle);
    into.store();
  }

  /** The input of a reduction: a copy, where it lies in the receive buffer. */
  private Staged input(
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      long type,
      int items)
      throws Exception {
    return sendBuf == null
        ? Staged.toSend(pmpi, recvBuf, recvDirect, recvOffset, type, items)
        : Staged.sent(pmpi, sendBuf, sendDirect, sendOffset, type, items);
  }

  // ------------------------------------------------------------------ blocks by original rank

  @Override
  public void gather(
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
    boolean isInPlace = sendType == MpiConstants.IN_PLACE;
    boolean isFlat =
        isInPlace ? isFlat(root, recvType, recvCount) : isFlat(root, sendType, sendCount);
    if (isFlat || gatherShift) {
      flat.gather(
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
          recvBaseType,
          root);
      return;
    }
    Blocks own =
        isInPlace
            ? blocks.owned(
                recvBuf,
                recvDirect,
                recvOffset,
                recvCount,
                recvType,
                recvBaseType,
                rank == root ? rank * recvCount : 0)
            : blocks.owned(sendBuf, sendDirect, sendOffset, sendCount, sendType, sendBaseType, 0);
    Blocks into =
        rank == root
            ? blocks.received(
                recvBuf,
                recvDirect,
                recvOffset,
                blocks.each(recvCount),
                blocks.firsts(recvCount),
                recvType,
                recvBaseType)
            : null;
    gather("gather", root, own, into, original -> own.bytes(rank));
  }

  @Override
  public void gatherv(
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
    if (isFlat(root) || (rank == root && !blocks.areForAll(recvCounts, displs))) {
      flat.gatherv(
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
          recvBaseType,
          root);
      return;
    }
    Blocks into =
        rank == root
            ? blocks.received(
                recvBuf,
                recvDirect,
                recvOffset,
                requireNonNull(recvCounts),
                requireNonNull(displs),
                recvType,
                recvBaseType)
            : null;
    Blocks own =
        into != null && sendType == MpiConstants.IN_PLACE
            ? blocks.owned(
                recvBuf,
                recvDirect,
                recvOffset,
                into.count(rank),
                recvType,
                recvBaseType,
                into.place(rank))
            : blocks.owned(sendBuf, sendDirect, sendOffset, sendCount, sendType, sendBaseType, 0);
    gather("gatherv", root, own, into, null);
  }

  private void gather(
      String call, int root, Blocks own, @Nullable Blocks into, @Nullable IntUnaryOperator sizes)
      throws Exception {
    if (positional.gather(call, root, own, into, sizes) && into != null) {
      into.buffer().store();
    }
  }

  @Override
  public void scatter(
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
    boolean isInPlace = recvType == MpiConstants.IN_PLACE;
    boolean isFlat =
        isInPlace ? isFlat(root, sendType, sendCount) : isFlat(root, recvType, recvCount);
    if (isFlat || scatterShift) {
      flat.scatter(
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
          recvBaseType,
          root);
      return;
    }
    Blocks from =
        rank == root
            ? blocks.sent(
                sendBuf,
                sendDirect,
                sendOffset,
                blocks.each(sendCount),
                blocks.firsts(sendCount),
                sendType,
                sendBaseType)
            : null;
    Blocks own =
        !isInPlace
            ? blocks.owner(recvBuf, recvDirect, recvOffset, recvCount, recvType, recvBaseType)
            : from == null
                ? blocks.owner(sendBuf, sendDirect, sendOffset, sendCount, sendType, sendBaseType)
                : blocks.nowhere(from.bytes(rank));
    scatter("scatter", root, from, own, original -> own.bytes(rank));
  }

  @Override
  public void scatterv(
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
    if (isFlat(root) || (rank == root && !blocks.areForAll(sendCounts, displs))) {
      flat.scatterv(
          comm,
          sendBuf,
          sendDirect,
          sendOffset,
          sendCounts,
          displs,
          sendType,
          sendBaseType,
          recvBuf,
          recvDirect,
          recvOffset,
          recvCount,
          recvType,
          recvBaseType,
          root);
      return;
    }
    Blocks from =
        rank == root
            ? blocks.sent(
                sendBuf,
                sendDirect,
                sendOffset,
                requireNonNull(sendCounts),
                requireNonNull(displs),
                sendType,
                sendBaseType)
            : null;
    Blocks own =
        from != null && recvType == MpiConstants.IN_PLACE
            ? blocks.nowhere(from.bytes(rank))
            : blocks.owner(recvBuf, recvDirect, recvOffset, recvCount, recvType, recvBaseType);
    scatter("scatterv", root, from, own, null);
  }

  private void scatter(
      String call, int root, @Nullable Blocks from, Blocks own, @Nullable IntUnaryOperator sizes)
      throws Exception {
    if (positional.scatter(call, root, from, own, sizes)) {
      own.buffer().store();
    }
  }

  @Override
  public void allGather(
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
    if (isFlat(recvType, recvCount)) {
      flat.allGather(
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
    Blocks own =
        sendType == MpiConstants.IN_PLACE
            ? blocks.owned(
                recvBuf,
                recvDirect,
                recvOffset,
                recvCount,
                recvType,
                recvBaseType,
                rank * recvCount)
            : blocks.owned(sendBuf, sendDirect, sendOffset, sendCount, sendType, sendBaseType, 0);
    allGather(
        "allGather",
        own,
        blocks.received(
            recvBuf,
            recvDirect,
            recvOffset,
            blocks.each(recvCount),
            blocks.firsts(recvCount),
            recvType,
            recvBaseType));
  }

  @Override
  public void allGatherv(
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
    if (entire.isInBlock() || !blocks.areForAll(recvCounts, displs)) {
      flat.allGatherv(
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
    Blocks own =
        sendType == MpiConstants.IN_PLACE
            ? blocks.owned(
                recvBuf,
                recvDirect,
                recvOffset,
                recvCounts[rank],
                recvType,
                recvBaseType,
                displs[rank])
            : blocks.owned(sendBuf, sendDirect, sendOffset, sendCount, sendType, sendBaseType, 0);
    allGather(
        "allGatherv",
        own,
        blocks.received(
            recvBuf, recvDirect, recvOffset, recvCounts, displs, recvType, recvBaseType));
  }

  private void allGather(String call, Blocks own, Blocks into) throws Exception {
    positional.allGather(call, own, into);
    into.buffer().store();
  }

  @Override
  public void allToAll(
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
    if (isFlat(recvType, recvCount)) {
      flat.allToAll(
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
    int[] counts = blocks.each(recvCount);
    int[] firsts = blocks.firsts(recvCount);
    allToAll(
        "allToAll",
        sendType == MpiConstants.IN_PLACE
            ? blocks.copied(recvBuf, recvDirect, recvOffset, counts, firsts, recvType, recvBaseType)
            : blocks.sent(
                sendBuf,
                sendDirect,
                sendOffset,
                blocks.each(sendCount),
                blocks.firsts(sendCount),
                sendType,
                sendBaseType),
        blocks.received(recvBuf, recvDirect, recvOffset, counts, firsts, recvType, recvBaseType));
  }

  @Override
  public void allToAllv(
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
    if (entire.isInBlock()
        || !(sendType == MpiConstants.IN_PLACE || blocks.areForAll(sendCounts, sendDispls))
        || !blocks.areForAll(recvCounts, recvDispls)) {
      flat.allToAllv(
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
    allToAll(
        "allToAllv",
        sendType == MpiConstants.IN_PLACE
            ? blocks.copied(
                recvBuf, recvDirect, recvOffset, recvCounts, recvDispls, recvType, recvBaseType)
            : blocks.sent(
                sendBuf, sendDirect, sendOffset, sendCounts, sendDispls, sendType, sendBaseType),
        blocks.received(
            recvBuf, recvDirect, recvOffset, recvCounts, recvDispls, recvType, recvBaseType));
  }

  private void allToAll(String call, Blocks from, Blocks into) throws Exception {
    positional.allToAll(call, from, into);
    into.buffer().store();
  }
}
