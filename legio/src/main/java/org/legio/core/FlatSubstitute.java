package org.legio.core;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.NonBlockingCollectives;
import org.legio.ulfm.Pmpi;

/**
 * The flat layout: all living members in one {@link AgreedCommunicator}.
 *
 * <p>Operations whose data lies by rank (gather and its kin) place it by <em>original</em> rank, so
 * that the survivors' data is where it would be without the deaths. Thesis, sections 3.3 to 3.5.
 */
public final class FlatSubstitute implements Substitute {

  /** A reduction of one input, wherever that comes from. */
  @FunctionalInterface
  private interface Reduction {
    void of(long comm, Numbering ranks, @Nullable Object input, boolean direct, int offset)
        throws Exception;
  }

  private static final KeptMemory CLOSED_UP = new KeptMemory();

  private final Context context;
  private final Pmpi pmpi;
  private final AgreedCommunicator agreed;
  private final int rank;
  private final ReceivedBlocks.Maker blocks;
  private final boolean keepsBroadcast;
  private final boolean keepsScattered;
  private final boolean gatherShift;
  private final boolean scatterShift;

  /** Made when first asked for; by two threads at once, then twice: it has no state. */
  private @Nullable FlatNonBlocking nonBlocking;

  /**
   * Carries the traffic of an alias.
   *
   * @param agreed the communicator to carry it on
   * @param rank this process's original rank
   */
  public FlatSubstitute(Context context, AgreedCommunicator agreed, int rank) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.agreed = agreed;
    this.rank = rank;
    Policies policies = context.policies();
    this.keepsBroadcast = policies.ignores(Setting.BCAST_ROOT_FAILED);
    this.keepsScattered = policies.ignores(Setting.SCATTER_ROOT_FAILED);
    this.gatherShift = policies.configuration().isOn(Setting.GATHER_SHIFT);
    this.scatterShift = policies.configuration().isOn(Setting.SCATTER_SHIFT);
    boolean keepsLost = policies.configuration().get(Setting.LOST_BLOCKS).equals("keep");
    this.blocks = new ReceivedBlocks.Maker(pmpi, agreed.size(), rank, keepsLost);
  }

  @Override
  public int[] lost() {
    return agreed.ranks().missing();
  }

  @Override
  public void collective(String call, Attempt attempt) throws Exception {
    agreed.collective(call, attempt);
  }

  @Override
  public boolean agree(String call, boolean vote) throws Exception {
    return agreed.isAgreed(call, vote);
  }

  @Override
  public void block(Block block) throws Exception {
    agreed.block(block);
  }

  @Override
  public Created create(String call, Creation creation) throws Exception {
    return agreed.create(call, creation);
  }

  @Override
  public long handle() {
    return agreed.handle();
  }

  @Override
  public NonBlockingCollectives nonBlocking() {
    FlatNonBlocking made = nonBlocking;
    if (made == null) {
      made = new FlatNonBlocking(context, agreed, rank);
      nonBlocking = made;
    }
    return made;
  }

  @Override
  public boolean isBusy() {
    return !agreed.operations().isEmpty();
  }

  @Override
  public void free() throws Exception {
    agreed.free();
  }

  // ------------------------------------------------------------------ one to all, all to all

  @Override
  public void barrier(long unused) throws Exception {
    if (!agreed.beginsAtOnce() || !agreed.hasEnded("barrier", null)) {
      agreed.collective("barrier", (c, r) -> enterInBlock(c));
    }
  }

  /** The agreement at the end of an operation is a barrier; in a block there is none. */
  private void enterInBlock(long comm) throws Exception {
    if (agreed.isInBlock()) {
      pmpi.barrier(comm);
    }
  }

  @Override
  public void bcast(
      long unused,
      @Nullable Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      int root)
      throws Exception {
    boolean keeps = keepsBroadcast && rank != root;
    if (!keeps && agreed.beginsAtOnce()) {
      Throwable thrown = null;
      try {
        pmpi.bcast(agreed.handle(), buf, direct, offset, count, type, baseType, root);
      } catch (Exception | Error e) {
        thrown = e;
      }
      if (agreed.hasEnded("bcast", thrown)) {
        return;
      }
    }
    Staged into =
        keeps
            ? Staged.toReceive(pmpi, buf, direct, offset, type, count)
            : Staged.itself(buf, direct, offset);
    boolean done =
        agreed.rooted(
            "bcast",
            Setting.BCAST_ROOT_FAILED,
            root,
            false,
            (c, r) -> {
              into.load();
              pmpi.bcast(
                  c,
                  into.buffer(),
                  into.isDirect(),
                  into.offset(),
                  count,
                  type,
                  baseType,
                  r.toCarrier(root));
            });
    if (done) {
      into.store();
    }
  }

  // ------------------------------------------------------------------ reductions

  @Override
  public void reduce(
      long unused,
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
    Staged from =
        inputOf(sendBuf, sendDirect, sendOffset, recvBuf, recvDirect, recvOffset, count, type);
    agreed.rooted(
        "reduce",
        Setting.REDUCE_ROOT_FAILED,
        root,
        true,
        (c, r) ->
            pmpi.reduce(
                c,
                from.buffer(),
                from.isDirect(),
                from.offset(),
                recvBuf,
                recvDirect,
                recvOffset,
                count,
                type,
                baseType,
                op,
                opHandle,
                r.toCarrier(root)));
  }

  @Override
  public void allReduce(
      long unused,
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
    if (sendBuf != null && agreed.beginsAtOnce()) {
      Throwable thrown = null;
      try {
        pmpi.allReduce(
            agreed.handle(),
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
      } catch (Exception | Error e) {
        thrown = e;
      }
      if (agreed.hasEnded("allReduce", thrown)) {
        return;
      }
    }
    reducing(
        "allReduce",
        sendBuf,
        sendDirect,
        sendOffset,
        recvBuf,
        recvDirect,
        recvOffset,
        count,
        type,
        (c, r, input, direct, offset) ->
            pmpi.allReduce(
                c,
                input,
                direct,
                offset,
                recvBuf,
                recvDirect,
                recvOffset,
                count,
                type,
                baseType,
                op,
                opHandle));
  }

  @Override
  public void scan(
      long unused,
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
    reducing(
        "scan",
        sendBuf,
        sendDirect,
        sendOffset,
        recvBuf,
        recvDirect,
        recvOffset,
        count,
        type,
        (c, r, input, direct, offset) ->
            pmpi.scan(
                c,
                input,
                direct,
                offset,
                recvBuf,
                recvDirect,
                recvOffset,
                count,
                type,
                baseType,
                op,
                opHandle));
  }

  @Override
  public void exScan(
      long unused,
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
    reducing(
        "exScan",
        sendBuf,
        sendDirect,
        sendOffset,
        recvBuf,
        recvDirect,
        recvOffset,
        count,
        type,
        (c, r, input, direct, offset) -> {
          pmpi.exScan(
              c,
              input,
              direct,
              offset,
              recvBuf,
              recvDirect,
              recvOffset,
              count,
              type,
              baseType,
              op,
              opHandle);
          if (rank > 0 && r.toCarrier(rank) == 0) {
            Staged.toReceive(pmpi, recvBuf, recvDirect, recvOffset, type, count).clear();
          }
        });
  }

  @Override
  public void reduceScatter(
      long unused,
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
    reducingBlocks(
        "reduceScatter",
        sendBuf,
        sendDirect,
        sendOffset,
        recvBuf,
        recvDirect,
        recvOffset,
        recvCounts,
        type,
        (c, r, input, direct, offset) ->
            pmpi.reduceScatter(
                c,
                input,
                direct,
                offset,
                recvBuf,
                recvDirect,
                recvOffset,
                r.isComplete() ? recvCounts : r.compress(recvCounts),
                type,
                baseType,
                op,
                opHandle));
  }

  @Override
  public void reduceScatterBlock(
      long unused,
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
    int[] recvCounts = new int[agreed.size()];
    Arrays.fill(recvCounts, recvCount);
    reducingBlocks(
        "reduceScatterBlock",
        sendBuf,
        sendDirect,
        sendOffset,
        recvBuf,
        recvDirect,
        recvOffset,
        recvCounts,
        type,
        (c, r, input, direct, offset) ->
            pmpi.reduceScatterBlock(
                c,
                input,
                direct,
                offset,
                recvBuf,
                recvDirect,
                recvOffset,
                recvCount,
                type,
                baseType,
                op,
                opHandle));
  }

  /** A reduction whose input, when it lies in the receive buffer, must outlive a failed try. */
  private void reducing(
      String call,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int count,
      long type,
      Reduction reduction)
      throws Exception {
    Staged from =
        inputOf(sendBuf, sendDirect, sendOffset, recvBuf, recvDirect, recvOffset, count, type);
    agreed.collective(
        call, (c, r) -> reduction.of(c, r, from.buffer(), from.isDirect(), from.offset()));
  }

  /** The input of a reduction: a copy, where it lies in the receive buffer. */
  private Staged inputOf(
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int count,
      long type)
      throws Exception {
    return sendBuf == null
        ? Staged.toSend(pmpi, recvBuf, recvDirect, recvOffset, type, count)
        : Staged.itself(sendBuf, sendDirect, sendOffset);
  }

  /**
   * A reduction whose input has a block for each original rank; the blocks of the dead fall out.
   */
  private void reducingBlocks(
      String call,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      int[] blockCounts,
      long type,
      Reduction reduction)
      throws Exception {
    int[] firsts = Staged.firstsOf(blockCounts);
    int items = Arrays.stream(blockCounts).sum();
    Staged from =
        inputOf(sendBuf, sendDirect, sendOffset, recvBuf, recvDirect, recvOffset, items, type);
    agreed.collective(
        call,
        (c, r) -> {
          if (r.isComplete()) {
            reduction.of(c, r, from.buffer(), from.isDirect(), from.offset());
          } else {
            ByteBuffer closedUp =
                from.copied(pmpi, type, items)
                    .closedUp(CLOSED_UP, r.compress(firsts), r.compress(blockCounts));
            reduction.of(c, r, closedUp, true, 0);
          }
        });
  }

  // ------------------------------------------------------------------ blocks by original rank

  @Override
  public void gather(
      long unused,
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
    boolean inPlace = sendType == MpiConstants.IN_PLACE;
    boolean fromRecvBuf = inPlace && rank != root;
    ReceivedBlocks into =
        rank == root
            ? blocks.of(
                recvBuf, recvDirect, recvOffset, recvType, recvCount, inPlace || gatherShift)
            : blocks.untouched(recvBuf, recvDirect, recvOffset);
    boolean done = false;
    try {
      done =
          agreed.rooted(
              "gather",
              Setting.GATHER_ROOT_FAILED,
              root,
              true,
              (c, r) -> {
                into.prepare(r, r.isComplete() && !inPlace);
                if (r.isComplete() || gatherShift) {
                  pmpi.gather(
                      c,
                      sendBuf,
                      sendDirect,
                      sendOffset,
                      sendCount,
                      sendType,
                      sendBaseType,
                      into.buffer(),
                      into.isDirect(),
                      into.offset(),
                      recvCount,
                      recvType,
                      recvBaseType,
                      r.toCarrier(root));
                } else {
                  pmpi.gatherv(
                      c,
                      fromRecvBuf ? recvBuf : sendBuf,
                      fromRecvBuf ? recvDirect : sendDirect,
                      fromRecvBuf ? recvOffset : sendOffset,
                      fromRecvBuf ? recvCount : sendCount,
                      fromRecvBuf ? recvType : sendType,
                      fromRecvBuf ? recvBaseType : sendBaseType,
                      into.buffer(),
                      into.isDirect(),
                      into.offset(),
                      r.counts(recvCount),
                      r.displacements(recvCount),
                      recvType,
                      recvBaseType,
                      r.toCarrier(root));
                }
              });
    } finally {
      into.end(done);
    }
  }

  @Override
  public void gatherv(
      long unused,
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
    Staged into =
        received(
            rank == root,
            recvBuf,
            recvDirect,
            recvOffset,
            recvType,
            Staged.itemsOf(displs, recvCounts));
    boolean done =
        agreed.rooted(
            "gatherv",
            Setting.GATHER_ROOT_FAILED,
            root,
            true,
            (c, r) -> {
              into.load();
              pmpi.gatherv(
                  c,
                  sendBuf,
                  sendDirect,
                  sendOffset,
                  sendCount,
                  sendType,
                  sendBaseType,
                  into.buffer(),
                  into.isDirect(),
                  into.offset(),
                  atRoot(r, recvCounts, root),
                  atRoot(r, displs, root),
                  recvType,
                  recvBaseType,
                  r.toCarrier(root));
            });
    if (done) {
      into.store();
    }
  }

  @Override
  public void scatter(
      long unused,
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
    boolean intoSendBuf = recvType == MpiConstants.IN_PLACE && rank != root;
    int intoCount = intoSendBuf ? sendCount : recvCount;
    long intoType = intoSendBuf ? sendType : recvType;
    int intoBaseType = intoSendBuf ? sendBaseType : recvBaseType;
    Staged into =
        received(
            isScatteredIntoCopy(root, intoSendBuf ? sendDirect : recvDirect),
            intoSendBuf ? sendBuf : recvBuf,
            intoSendBuf ? sendDirect : recvDirect,
            intoSendBuf ? sendOffset : recvOffset,
            intoType,
            intoCount);
    boolean done =
        agreed.rooted(
            "scatter",
            Setting.SCATTER_ROOT_FAILED,
            root,
            false,
            (c, r) -> {
              into.loadUnlessFilled(pmpi, intoType, true);
              if (r.isComplete() || scatterShift) {
                pmpi.scatter(
                    c,
                    sendBuf,
                    sendDirect,
                    sendOffset,
                    sendCount,
                    sendType,
                    sendBaseType,
                    into.buffer(),
                    into.isDirect(),
                    into.offset(),
                    intoCount,
                    intoType,
                    intoBaseType,
                    r.toCarrier(root));
                return;
              }
              Staged from =
                  sent(rank == root, sendBuf, sendDirect, sendOffset, sendType, all(sendCount));
              pmpi.scatterv(
                  c,
                  from.buffer(),
                  from.isDirect(),
                  from.offset(),
                  r.counts(sendCount),
                  r.displacements(sendCount),
                  sendType,
                  sendBaseType,
                  into.buffer(),
                  into.isDirect(),
                  into.offset(),
                  intoCount,
                  intoType,
                  intoBaseType,
                  r.toCarrier(root));
            });
    if (done) {
      into.store();
    }
  }

  @Override
  public void scatterv(
      long unused,
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
    Staged from =
        sent(
            rank == root,
            sendBuf,
            sendDirect,
            sendOffset,
            sendType,
            Staged.itemsOf(displs, sendCounts));
    Staged into =
        received(
            isScatteredIntoCopy(root, recvDirect),
            recvBuf,
            recvDirect,
            recvOffset,
            recvType,
            recvCount);
    boolean done =
        agreed.rooted(
            "scatterv",
            Setting.SCATTER_ROOT_FAILED,
            root,
            false,
            (c, r) -> {
              into.loadUnlessFilled(pmpi, recvType, true);
              pmpi.scatterv(
                  c,
                  from.buffer(),
                  from.isDirect(),
                  from.offset(),
                  atRoot(r, sendCounts, root),
                  atRoot(r, displs, root),
                  sendType,
                  sendBaseType,
                  into.buffer(),
                  into.isDirect(),
                  into.offset(),
                  recvCount,
                  recvType,
                  recvBaseType,
                  r.toCarrier(root));
            });
    if (done) {
      into.store();
    }
  }

  /** Arrays too: the binding forgets to copy back what it has received into larger ones. */
  private boolean isScatteredIntoCopy(int root, boolean direct) {
    return !direct || (keepsScattered && rank != root);
  }

  @Override
  public void allGather(
      long unused,
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
    boolean inPlace = sendType == MpiConstants.IN_PLACE;
    ReceivedBlocks into = blocks.of(recvBuf, recvDirect, recvOffset, recvType, recvCount, inPlace);
    boolean done = false;
    try {
      agreed.collectiveWithoutLoss(
          "allGather",
          (c, r) -> {
            into.prepare(r, r.isComplete() && !inPlace);
            if (r.isComplete()) {
              pmpi.allGather(
                  c,
                  sendBuf,
                  sendDirect,
                  sendOffset,
                  sendCount,
                  sendType,
                  sendBaseType,
                  into.buffer(),
                  into.isDirect(),
                  into.offset(),
                  recvCount,
                  recvType,
                  recvBaseType);
            } else {
              pmpi.allGatherv(
                  c,
                  sendBuf,
                  sendDirect,
                  sendOffset,
                  sendCount,
                  sendType,
                  sendBaseType,
                  into.buffer(),
                  into.isDirect(),
                  into.offset(),
                  r.counts(recvCount),
                  r.displacements(recvCount),
                  recvType,
                  recvBaseType);
            }
          });
      done = true;
    } finally {
      into.end(done);
    }
  }

  @Override
  public void allGatherv(
      long unused,
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
    Staged into =
        received(
            true, recvBuf, recvDirect, recvOffset, recvType, Staged.itemsOf(displs, recvCounts));
    agreed.collectiveWithoutLoss(
        "allGatherv",
        (c, r) -> {
          into.load();
          pmpi.allGatherv(
              c,
              sendBuf,
              sendDirect,
              sendOffset,
              sendCount,
              sendType,
              sendBaseType,
              into.buffer(),
              into.isDirect(),
              into.offset(),
              ofPresent(r, recvCounts),
              ofPresent(r, displs),
              recvType,
              recvBaseType);
        });
    into.store();
  }

  @Override
  public void allToAll(
      long unused,
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
    boolean inPlace = sendType == MpiConstants.IN_PLACE;
    ReceivedBlocks into = blocks.of(recvBuf, recvDirect, recvOffset, recvType, recvCount, inPlace);
    boolean done = false;
    try {
      agreed.collective(
          "allToAll",
          (c, r) -> {
            into.prepare(r, r.isComplete() && !inPlace);
            if (r.isComplete()) {
              pmpi.allToAll(
                  c,
                  sendBuf,
                  sendDirect,
                  sendOffset,
                  sendCount,
                  sendType,
                  sendBaseType,
                  into.buffer(),
                  into.isDirect(),
                  into.offset(),
                  recvCount,
                  recvType,
                  recvBaseType);
              return;
            }
            Staged from = sent(true, sendBuf, sendDirect, sendOffset, sendType, all(sendCount));
            pmpi.allToAllv(
                c,
                from.buffer(),
                from.isDirect(),
                from.offset(),
                r.counts(sendCount),
                r.displacements(sendCount),
                sendType,
                sendBaseType,
                into.buffer(),
                into.isDirect(),
                into.offset(),
                r.counts(recvCount),
                r.displacements(recvCount),
                recvType,
                recvBaseType);
          });
      done = true;
    } finally {
      into.end(done);
    }
  }

  @Override
  public void allToAllv(
      long unused,
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
    Staged from =
        sent(
            true,
            sendBuf,
            sendDirect,
            sendOffset,
            sendType,
            Staged.itemsOf(sendDispls, sendCounts));
    Staged into =
        received(
            true,
            recvBuf,
            recvDirect,
            recvOffset,
            recvType,
            Staged.itemsOf(recvDispls, recvCounts));
    agreed.collective(
        "allToAllv",
        (c, r) -> {
          into.load();
          pmpi.allToAllv(
              c,
              from.buffer(),
              from.isDirect(),
              from.offset(),
              ofPresent(r, sendCounts),
              ofPresent(r, sendDispls),
              sendType,
              sendBaseType,
              into.buffer(),
              into.isDirect(),
              into.offset(),
              ofPresent(r, recvCounts),
              ofPresent(r, recvDispls),
              recvType,
              recvBaseType);
        });
    into.store();
  }

  /** How many items a buffer with a block for each original rank has. */
  private int all(int count) {
    return agreed.size() * count;
  }

  /** A receive buffer, staged if it is significant here. */
  private Staged received(
      boolean significant,
      @Nullable Object buffer,
      boolean direct,
      int offset,
      long type,
      int items)
      throws Exception {
    return significant && type != MpiConstants.IN_PLACE
        ? Staged.toReceive(pmpi, buffer, direct, offset, type, items)
        : Staged.itself(buffer, direct, offset);
  }

  /** A send buffer for displacements, staged if it is an array and significant here. */
  private Staged sent(
      boolean significant,
      @Nullable Object buffer,
      boolean direct,
      int offset,
      long type,
      int items)
      throws Exception {
    return significant
        ? Staged.sent(pmpi, buffer, direct, offset, type, items)
        : Staged.itself(buffer, direct, offset);
  }

  private static int[] ofPresent(Numbering ranks, int[] byOriginal) {
    return ranks.isComplete() ? byOriginal : ranks.compress(byOriginal);
  }

  /** What only the root's argument counts for; others may pass anything. */
  private int @Nullable [] atRoot(Numbering ranks, int @Nullable [] byOriginal, int root) {
    return rank == root && byOriginal != null ? ofPresent(ranks, byOriginal) : byOriginal;
  }
}
