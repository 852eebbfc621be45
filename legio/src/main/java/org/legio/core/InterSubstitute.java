package org.legio.core;

import static java.util.Objects.requireNonNull;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.NonBlockingCollectives;
import org.legio.ulfm.Pmpi;

/**
 * Collective operations between two groups: messages from each to the other, exchanged and agreed
 * on over an {@link AgreedCommunicator} of both. MPI standard 4.0, section 6.2.3.
 *
 * <p>Blocks lie by rank in the remote group; those of the dead stay as they were.
 */
final class InterSubstitute implements Substitute {

  /** What one try of an operation posts. */
  @FunctionalInterface
  private interface Posting {
    void post(Exchange exchange, Numbering ranks) throws Exception;
  }

  private static final int ROOT = MpiConstants.ROOT;
  private static final int PROC_NULL = MpiConstants.PROC_NULL;

  private final Context context;
  private final Pmpi pmpi;
  private final AgreedCommunicator agreed;
  private final int[] remotes;
  private final int localSize;
  private final int rank;
  private final NonBlockingCollectives nonBlocking;

  /**
   * Carries the traffic of an alias.
   *
   * @param agreed the communicator of both groups to carry it on
   * @param local this rank's group, as ranks in the world
   * @param remote the other group, likewise
   */
  InterSubstitute(Context context, AgreedCommunicator agreed, int[] local, int[] remote) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.agreed = agreed;
    this.localSize = local.length;
    this.rank = context.world().ownRankIn(local);
    int first = CommunicatorMaker.union(local, remote)[0] == local[0] ? local.length : 0;
    this.remotes = new int[remote.length];
    Arrays.setAll(remotes, each -> first + each);
    this.nonBlocking = new InterNonBlocking(context, this);
  }

  @Override
  public int[] lost() {
    return agreed.ranks().missing();
  }

  @Override
  public Created create(String call, Creation creation) throws Exception {
    return agreed.create(call, creation);
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
  public void collective(String call, Attempt attempt) throws Exception {
    agreed.collective(call, attempt);
  }

  @Override
  public NonBlockingCollectives nonBlocking() {
    return nonBlocking;
  }

  @Override
  public boolean isBusy() {
    return false;
  }

  @Override
  public long handle() {
    return agreed.handle();
  }

  @Override
  public void free() throws Exception {
    agreed.free();
  }

  // ------------------------------------------------------------------ the pattern

  /** Exchanges messages until that has succeeded at all the living of both groups. */
  private void exchange(String call, Posting posting) throws Exception {
    agreed.collective(
        call,
        (c, r) -> {
          Exchange exchange = new Exchange(context, c);
          posting.post(exchange, r);
          exchange.finish();
        });
  }

  /**
   * As {@link #exchange}, for an operation with a root.
   *
   * @return whether it has succeeded; false if it was left out here, for the root is dead
   */
  private boolean rooted(String call, Setting policy, int root, Posting posting) throws Exception {
    exchange(call, posting);
    if (root < 0 || agreed.ranks().toCarrier(remotes[root]) != MpiConstants.UNDEFINED) {
      return true;
    }
    context.leaveOut(policy, call, agreed.name(), "root", root);
    return false;
  }

  private int partner(Numbering ranks, int remote) {
    return ranks.toCarrier(remotes[remote]);
  }

  private void sendToAll(Exchange exchange, Numbering ranks, ExchangedBlocks from)
      throws Exception {
    for (int remote = 0; remote < remotes.length; remote++) {
      from.send(exchange, remote, partner(ranks, remote));
    }
  }

  private void receiveFromAll(Exchange exchange, Numbering ranks, ExchangedBlocks into)
      throws Exception {
    for (int remote = 0; remote < remotes.length; remote++) {
      into.receive(exchange, remote, partner(ranks, remote));
    }
  }

  /** A root that is no rank of the remote group, for MPI to refuse. */
  private void checkRoot(int root) throws Exception {
    if (root >= remotes.length || (root < 0 && root != ROOT && root != PROC_NULL)) {
      throw context
          .binding()
          .newException(
              MpiConstants.ERR_ROOT,
              "MPI_ERR_ROOT: invalid root " + root + " of " + remotes.length);
    }
  }

  // ------------------------------------------------------------------ without data, from a root

  @Override
  public void barrier(long unused) throws Exception {
    agreed.collective("barrier", (c, r) -> pmpi.barrier(c));
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
    checkRoot(root);
    Staged buffer =
        root == ROOT
            ? Staged.sent(pmpi, buf, direct, offset, type, count)
            : received(root >= 0, buf, direct, offset, type, count);
    ExchangedBlocks blocks = ExchangedBlocks.same(pmpi, buffer, type, count);
    boolean done =
        rooted(
            "bcast",
            Setting.BCAST_ROOT_FAILED,
            root,
            (exchange, ranks) -> {
              buffer.load();
              if (root == ROOT) {
                sendToAll(exchange, ranks, blocks);
              } else if (root >= 0) {
                blocks.receive(exchange, 0, partner(ranks, root));
              }
            });
    storeIf(done && root >= 0, buffer);
  }

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
    checkRoot(root);
    Staged into =
        received(
            root == ROOT, recvBuf, recvDirect, recvOffset, recvType, remotes.length * recvCount);
    Staged from = sentIf(root >= 0, sendBuf, sendDirect, sendOffset, sendType, sendCount);
    boolean done =
        rooted(
            "gather",
            Setting.GATHER_ROOT_FAILED,
            root,
            (exchange, ranks) -> {
              into.load();
              if (root == ROOT) {
                receiveFromAll(
                    exchange, ranks, ExchangedBlocks.consecutive(pmpi, into, recvType, recvCount));
              } else if (root >= 0) {
                ExchangedBlocks.same(pmpi, from, sendType, sendCount)
                    .send(exchange, 0, partner(ranks, root));
              }
            });
    storeIf(done && root == ROOT, into);
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
    checkRoot(root);
    Staged into =
        received(
            root == ROOT,
            recvBuf,
            recvDirect,
            recvOffset,
            recvType,
            Staged.itemsOf(displs, recvCounts));
    Staged from = sentIf(root >= 0, sendBuf, sendDirect, sendOffset, sendType, sendCount);
    boolean done =
        rooted(
            "gatherv",
            Setting.GATHER_ROOT_FAILED,
            root,
            (exchange, ranks) -> {
              into.load();
              if (root == ROOT) {
                receiveFromAll(
                    exchange,
                    ranks,
                    ExchangedBlocks.at(
                        pmpi, into, recvType, requireNonNull(displs), requireNonNull(recvCounts)));
              } else if (root >= 0) {
                ExchangedBlocks.same(pmpi, from, sendType, sendCount)
                    .send(exchange, 0, partner(ranks, root));
              }
            });
    storeIf(done && root == ROOT, into);
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
    checkRoot(root);
    Staged into = received(root >= 0, recvBuf, recvDirect, recvOffset, recvType, recvCount);
    Staged from =
        sentIf(root == ROOT, sendBuf, sendDirect, sendOffset, sendType, remotes.length * sendCount);
    boolean done =
        rooted(
            "scatter",
            Setting.SCATTER_ROOT_FAILED,
            root,
            (exchange, ranks) -> {
              into.load();
              if (root == ROOT) {
                sendToAll(
                    exchange, ranks, ExchangedBlocks.consecutive(pmpi, from, sendType, sendCount));
              } else if (root >= 0) {
                ExchangedBlocks.same(pmpi, into, recvType, recvCount)
                    .receive(exchange, 0, partner(ranks, root));
              }
            });
    storeIf(done && root >= 0, into);
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
    checkRoot(root);
    Staged into = received(root >= 0, recvBuf, recvDirect, recvOffset, recvType, recvCount);
    Staged from =
        sentIf(
            root == ROOT,
            sendBuf,
            sendDirect,
            sendOffset,
            sendType,
            Staged.itemsOf(displs, sendCounts));
    boolean done =
        rooted(
            "scatterv",
            Setting.SCATTER_ROOT_FAILED,
            root,
            (exchange, ranks) -> {
              into.load();
              if (root == ROOT) {
                sendToAll(
                    exchange,
                    ranks,
                    ExchangedBlocks.at(
                        pmpi, from, sendType, requireNonNull(displs), requireNonNull(sendCounts)));
              } else if (root >= 0) {
                ExchangedBlocks.same(pmpi, into, recvType, recvCount)
                    .receive(exchange, 0, partner(ranks, root));
              }
            });
    storeIf(done && root >= 0, into);
  }

  // ------------------------------------------------------------------ from all to all

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
    Staged into =
        received(true, recvBuf, recvDirect, recvOffset, recvType, remotes.length * recvCount);
    Staged from = Staged.sent(pmpi, sendBuf, sendDirect, sendOffset, sendType, sendCount);
    allToAll(
        "allGather",
        ExchangedBlocks.same(pmpi, from, sendType, sendCount),
        ExchangedBlocks.consecutive(pmpi, into, recvType, recvCount),
        into);
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
    Staged from = Staged.sent(pmpi, sendBuf, sendDirect, sendOffset, sendType, sendCount);
    allToAll(
        "allGatherv",
        ExchangedBlocks.same(pmpi, from, sendType, sendCount),
        ExchangedBlocks.at(pmpi, into, recvType, displs, recvCounts),
        into);
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
    Staged into =
        received(true, recvBuf, recvDirect, recvOffset, recvType, remotes.length * recvCount);
    Staged from =
        Staged.sent(pmpi, sendBuf, sendDirect, sendOffset, sendType, remotes.length * sendCount);
    allToAll(
        "allToAll",
        ExchangedBlocks.consecutive(pmpi, from, sendType, sendCount),
        ExchangedBlocks.consecutive(pmpi, into, recvType, recvCount),
        into);
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
    Staged into =
        received(
            true,
            recvBuf,
            recvDirect,
            recvOffset,
            recvType,
            Staged.itemsOf(recvDispls, recvCounts));
    Staged from =
        Staged.sent(
            pmpi,
            sendBuf,
            sendDirect,
            sendOffset,
            sendType,
            Staged.itemsOf(sendDispls, sendCounts));
    allToAll(
        "allToAllv",
        ExchangedBlocks.at(pmpi, from, sendType, sendDispls, sendCounts),
        ExchangedBlocks.at(pmpi, into, recvType, recvDispls, recvCounts),
        into);
  }

  /** Blocks of a type each, at places in bytes. */
  void allToAllw(
      @Nullable Object sendBuf,
      int[] sendCounts,
      int[] sendPlaces,
      long[] sendTypes,
      @Nullable Object recvBuf,
      int[] recvCounts,
      int[] recvPlaces,
      long[] recvTypes)
      throws Exception {
    Staged into = Staged.toReceive(pmpi, recvBuf, recvTypes, recvCounts, recvPlaces);
    Staged from = Staged.toSend(pmpi, sendBuf, sendTypes, sendCounts, sendPlaces);
    allToAll(
        "allToAllw",
        ExchangedBlocks.typed(from, sendTypes, sendPlaces, sendCounts),
        ExchangedBlocks.typed(into, recvTypes, recvPlaces, recvCounts),
        into);
  }

  private void allToAll(String call, ExchangedBlocks from, ExchangedBlocks to, Staged into)
      throws Exception {
    exchange(
        call,
        (exchange, ranks) -> {
          into.load();
          receiveFromAll(exchange, ranks, to);
          sendToAll(exchange, ranks, from);
        });
    into.store();
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
    checkRoot(root);
    Staged from = sentIf(root >= 0, sendBuf, sendDirect, sendOffset, type, count);
    Staged into = received(root == ROOT, recvBuf, recvDirect, recvOffset, type, count);
    Inputs inputs = new Inputs(root == ROOT ? remotes.length : 0, type, count);
    boolean done =
        rooted(
            "reduce",
            Setting.REDUCE_ROOT_FAILED,
            root,
            (exchange, ranks) -> {
              if (root == ROOT) {
                inputs.receive(exchange, ranks);
              } else if (root >= 0) {
                ExchangedBlocks.same(pmpi, from, type, count)
                    .send(exchange, 0, partner(ranks, root));
              }
            });
    if (done && root == ROOT) {
      inputs.reduce(0, count, baseType, op, opHandle, into);
    }
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
    reduceAll(
        "allReduce",
        count,
        0,
        count,
        sendBuf,
        sendDirect,
        sendOffset,
        recvBuf,
        recvDirect,
        recvOffset,
        type,
        baseType,
        op,
        opHandle);
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
    reduceAll(
        "reduceScatter",
        Arrays.stream(recvCounts).sum(),
        Arrays.stream(recvCounts, 0, rank).sum(),
        recvCounts[rank],
        sendBuf,
        sendDirect,
        sendOffset,
        recvBuf,
        recvDirect,
        recvOffset,
        type,
        baseType,
        op,
        opHandle);
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
    reduceAll(
        "reduceScatterBlock",
        recvCount * localSize,
        recvCount * rank,
        recvCount,
        sendBuf,
        sendDirect,
        sendOffset,
        recvBuf,
        recvDirect,
        recvOffset,
        type,
        baseType,
        op,
        opHandle);
  }

  /**
   * A reduction of what all of the remote group have, some items of which are wanted here. All
   * inputs go to all, who reduce them alike, by rank.
   */
  private void reduceAll(
      String call,
      int items,
      int first,
      int wanted,
      @Nullable Object sendBuf,
      boolean sendDirect,
      int sendOffset,
      @Nullable Object recvBuf,
      boolean recvDirect,
      int recvOffset,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    Staged from = Staged.sent(pmpi, sendBuf, sendDirect, sendOffset, type, items);
    Staged into = received(true, recvBuf, recvDirect, recvOffset, type, wanted);
    Inputs inputs = new Inputs(remotes.length, type, items);
    exchange(
        call,
        (exchange, ranks) -> {
          inputs.receive(exchange, ranks);
          sendToAll(exchange, ranks, ExchangedBlocks.same(pmpi, from, type, items));
        });
    inputs.reduce(first, wanted, baseType, op, opHandle, into);
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
    throw new IllegalStateException("scan is of intracommunicators only");
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
    throw new IllegalStateException("exScan is of intracommunicators only");
  }

  /** What the remote group sends for a reduction. */
  private final class Inputs {
    private final long type;
    private final int items;
    private final int extent;
    private final ByteBuffer memory;
    private Numbering senders = agreed.ranks();

    Inputs(int count, long type, int items) throws Exception {
      int[] bounds = new int[2];
      pmpi.typeLbExtent(type, bounds);
      this.type = type;
      this.items = items;
      this.extent = bounds[1];
      this.memory =
          ByteBuffer.allocateDirect(Math.max(1, count * items * extent))
              .order(ByteOrder.nativeOrder());
    }

    void receive(Exchange exchange, Numbering ranks) throws Exception {
      senders = ranks;
      for (int remote = 0; remote < remotes.length; remote++) {
        exchange.receive(partner(ranks, remote), ExchangedBlocks.TAG, at(remote, 0), items, type);
      }
    }

    private Buffer at(int remote, int item) {
      int begin = (remote * items + item) * extent;
      return memory.slice(begin, memory.capacity() - begin);
    }

    /** Reduces some items of all inputs, from the last to the first, which is MPI's order. */
    void reduce(int first, int count, int baseType, Object op, long opHandle, Staged into)
        throws Exception {
      int[] present =
          IntStream.range(0, remotes.length)
              .filter(remote -> partner(senders, remote) != MpiConstants.UNDEFINED)
              .toArray();
      if (present.length == 0 || count == 0) {
        return;
      }
      Buffer result = at(present[present.length - 1], first);
      for (int each = present.length - 2; each >= 0; each--) {
        LocalReduction.combine(
            pmpi, at(present[each], first), result, count, type, baseType, op, opHandle);
      }
      into.load();
      ((ByteBuffer) into.memoryAt(0)).put(0, (ByteBuffer) result, 0, count * extent);
      into.store();
    }
  }

  // ------------------------------------------------------------------ buffers

  private Staged received(
      boolean significant,
      @Nullable Object buffer,
      boolean direct,
      int offset,
      long type,
      int items)
      throws Exception {
    return significant
        ? Staged.toReceive(pmpi, buffer, direct, offset, type, items)
        : Staged.itself(buffer, direct, offset);
  }

  private Staged sentIf(
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

  private static void storeIf(boolean wanted, Staged into) {
    if (wanted) {
      into.store();
    }
  }
}
