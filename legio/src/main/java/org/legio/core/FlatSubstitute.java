package org.legio.core;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;

/**
 * The flat layout: all living members in one {@link AgreedCommunicator}.
 *
 * <p>Operations whose data lies by rank (gather and its kin) place it by <em>original</em> rank, so
 * that the survivors' data is where it would be without the deaths. After a death it is closed up
 * for the operation and put in its places afterwards: displacements, which MPI offers for that,
 * make Open MPI 5.0.7's Java binding overrun its own copies of arrays. Thesis, sections 3.3 to 3.5.
 */
final class FlatSubstitute implements Substitute {

  /** A reduction of one input, wherever that comes from. */
  @FunctionalInterface
  private interface Reduction {
    void of(long comm, Numbering ranks, @Nullable Object input, boolean direct, int offset)
        throws Exception;
  }

  private final Pmpi pmpi;
  private final AgreedCommunicator agreed;
  private final int rank;
  private final boolean keepsBroadcast;
  private final boolean keepsScattered;
  private final boolean gatherShift;
  private final boolean scatterShift;

  /**
   * Carries the traffic of an alias.
   *
   * @param agreed the communicator to carry it on
   * @param rank this process's original rank
   */
  FlatSubstitute(Context context, AgreedCommunicator agreed, int rank) {
    this.pmpi = context.pmpi();
    this.agreed = agreed;
    this.rank = rank;
    Policies policies = context.policies();
    this.keepsBroadcast = policies.ignores(Setting.BCAST_ROOT_FAILED);
    this.keepsScattered = policies.ignores(Setting.SCATTER_ROOT_FAILED);
    this.gatherShift = policies.configuration().isOn(Setting.GATHER_SHIFT);
    this.scatterShift = policies.configuration().isOn(Setting.SCATTER_SHIFT);
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
  public long handle() {
    return agreed.handle();
  }

  @Override
  public void free() throws Exception {
    agreed.free();
  }

  // ------------------------------------------------------------------ one to all, all to all

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
    Kept kept =
        keepsBroadcast && rank != root
            ? Kept.items(pmpi, buf, direct, offset, count, type)
            : Kept.nothing();
    Numbering participants =
        agreed.rooted(
            "bcast",
            Setting.BCAST_ROOT_FAILED,
            root,
            false,
            (c, r) -> pmpi.bcast(c, buf, direct, offset, count, type, baseType, r.toCarrier(root)));
    restoreIfLeftOut(kept, participants);
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
    if (sendBuf == null && recvBuf != null) {
      Region input = Region.of(pmpi, recvBuf, recvDirect, recvOffset, type);
      reduce(
          unused,
          input.copy(count),
          recvDirect,
          0,
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
    agreed.rooted(
        "reduce",
        Setting.REDUCE_ROOT_FAILED,
        root,
        true,
        (c, r) ->
            pmpi.reduce(
                c,
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
        (c, r, input, direct, offset) ->
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
                opHandle));
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
    if (sendBuf == null && recvBuf != null) {
      Object input = Region.of(pmpi, recvBuf, recvDirect, recvOffset, type).copy(count);
      agreed.collective(call, (c, r) -> reduction.of(c, r, input, recvDirect, 0));
    } else {
      agreed.collective(call, (c, r) -> reduction.of(c, r, sendBuf, sendDirect, sendOffset));
    }
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
    reducing(
        call,
        sendBuf,
        sendDirect,
        sendOffset,
        recvBuf,
        recvDirect,
        recvOffset,
        Arrays.stream(blockCounts).sum(),
        type,
        (c, r, input, direct, offset) -> {
          if (r.isComplete() || input == null) {
            reduction.of(c, r, input, direct, offset);
          } else {
            Region whole = Region.of(pmpi, input, direct, offset, type);
            Object closedUp = whole.copy(r.compress(firsts(blockCounts)), r.compress(blockCounts));
            reduction.of(c, r, closedUp, direct, 0);
          }
        });
  }

  private static int[] firsts(int[] counts) {
    int[] firsts = new int[counts.length];
    for (int i = 1; i < counts.length; i++) {
      firsts[i] = firsts[i - 1] + counts[i - 1];
    }
    return firsts;
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
    Kept kept =
        rank == root && !gatherShift
            ? keepEach(recvBuf, recvDirect, recvOffset, recvCount, recvType)
            : Kept.nothing();
    Numbering before = agreed.ranks();
    Numbering after =
        agreed.rooted(
            "gather",
            Setting.GATHER_ROOT_FAILED,
            root,
            true,
            (c, r) -> {
              if (r.isComplete() || gatherShift) {
                pmpi.gather(
                    c,
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
                    r.toCarrier(root));
                return;
              }
              boolean inPlace = sendType == MpiConstants.IN_PLACE;
              if (rank != root || recvBuf == null) {
                pmpi.gather(
                    c,
                    inPlace ? recvBuf : sendBuf,
                    inPlace ? recvDirect : sendDirect,
                    inPlace ? recvOffset : sendOffset,
                    inPlace ? recvCount : sendCount,
                    inPlace ? recvType : sendType,
                    inPlace ? recvBaseType : sendBaseType,
                    null,
                    false,
                    0,
                    recvCount,
                    recvType,
                    recvBaseType,
                    r.toCarrier(root));
                return;
              }
              Region places = Region.of(pmpi, recvBuf, recvDirect, recvOffset, recvType);
              Object own = inPlace ? places.copy(block(rank, recvCount), one(recvCount)) : sendBuf;
              Object closedUp = places.room(r.presentCount() * recvCount);
              pmpi.gather(
                  c,
                  own,
                  inPlace ? recvDirect : sendDirect,
                  inPlace ? 0 : sendOffset,
                  inPlace ? recvCount : sendCount,
                  inPlace ? recvType : sendType,
                  inPlace ? recvBaseType : sendBaseType,
                  closedUp,
                  recvDirect,
                  0,
                  recvCount,
                  recvType,
                  recvBaseType,
                  r.toCarrier(root));
              places.spread(closedUp, r.displacements(recvCount), r.counts(recvCount));
            });
    restoreLost(kept, before, after);
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
    Kept kept =
        rank == root && displs != null && recvCounts != null
            ? Kept.blocks(pmpi, recvBuf, recvDirect, recvOffset, recvType, displs, recvCounts)
            : Kept.nothing();
    Numbering before = agreed.ranks();
    Numbering after =
        agreed.rooted(
            "gatherv",
            Setting.GATHER_ROOT_FAILED,
            root,
            true,
            (c, r) ->
                pmpi.gatherv(
                    c,
                    sendBuf,
                    sendDirect,
                    sendOffset,
                    sendCount,
                    sendType,
                    sendBaseType,
                    recvBuf,
                    recvDirect,
                    recvOffset,
                    atRoot(r, recvCounts, root),
                    atRoot(r, displs, root),
                    recvType,
                    recvBaseType,
                    r.toCarrier(root)));
    restoreLost(kept, before, after);
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
    Kept kept =
        keepsScattered && rank != root && recvType != MpiConstants.IN_PLACE
            ? Kept.items(pmpi, recvBuf, recvDirect, recvOffset, recvCount, recvType)
            : Kept.nothing();
    Numbering participants =
        agreed.rooted(
            "scatter",
            Setting.SCATTER_ROOT_FAILED,
            root,
            false,
            (c, r) -> {
              if (r.isComplete() || scatterShift) {
                pmpi.scatter(
                    c,
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
                    r.toCarrier(root));
                return;
              }
              Object closedUp = sendBuf;
              if (rank == root && sendBuf != null) {
                closedUp =
                    Region.of(pmpi, sendBuf, sendDirect, sendOffset, sendType)
                        .copy(r.displacements(sendCount), r.counts(sendCount));
              }
              pmpi.scatter(
                  c,
                  closedUp,
                  sendDirect,
                  rank == root ? 0 : sendOffset,
                  sendCount,
                  sendType,
                  sendBaseType,
                  recvBuf,
                  recvDirect,
                  recvOffset,
                  recvCount,
                  recvType,
                  recvBaseType,
                  r.toCarrier(root));
            });
    restoreIfLeftOut(kept, participants);
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
    Kept kept =
        keepsScattered && rank != root && recvType != MpiConstants.IN_PLACE
            ? Kept.items(pmpi, recvBuf, recvDirect, recvOffset, recvCount, recvType)
            : Kept.nothing();
    Numbering participants =
        agreed.rooted(
            "scatterv",
            Setting.SCATTER_ROOT_FAILED,
            root,
            false,
            (c, r) ->
                pmpi.scatterv(
                    c,
                    sendBuf,
                    sendDirect,
                    sendOffset,
                    atRoot(r, sendCounts, root),
                    atRoot(r, displs, root),
                    sendType,
                    sendBaseType,
                    recvBuf,
                    recvDirect,
                    recvOffset,
                    recvCount,
                    recvType,
                    recvBaseType,
                    r.toCarrier(root)));
    restoreIfLeftOut(kept, participants);
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
    Kept kept = keepEach(recvBuf, recvDirect, recvOffset, recvCount, recvType);
    Numbering before = agreed.ranks();
    Numbering after =
        agreed.collective(
            "allGather",
            (c, r) -> {
              if (r.isComplete()) {
                pmpi.allGather(
                    c,
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
              } else {
                boolean inPlace = sendType == MpiConstants.IN_PLACE;
                Region places =
                    Region.of(pmpi, requireNonNull(recvBuf), recvDirect, recvOffset, recvType);
                Object own =
                    inPlace ? places.copy(block(rank, recvCount), one(recvCount)) : sendBuf;
                Object closedUp = places.room(r.presentCount() * recvCount);
                pmpi.allGather(
                    c,
                    own,
                    inPlace ? recvDirect : sendDirect,
                    inPlace ? 0 : sendOffset,
                    inPlace ? recvCount : sendCount,
                    inPlace ? recvType : sendType,
                    inPlace ? recvBaseType : sendBaseType,
                    closedUp,
                    recvDirect,
                    0,
                    recvCount,
                    recvType,
                    recvBaseType);
                places.spread(closedUp, r.displacements(recvCount), r.counts(recvCount));
              }
            });
    restoreLost(kept, before, after);
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
    Kept kept = Kept.blocks(pmpi, recvBuf, recvDirect, recvOffset, recvType, displs, recvCounts);
    Numbering before = agreed.ranks();
    Numbering after =
        agreed.collective(
            "allGatherv",
            (c, r) ->
                pmpi.allGatherv(
                    c,
                    sendBuf,
                    sendDirect,
                    sendOffset,
                    sendCount,
                    sendType,
                    sendBaseType,
                    recvBuf,
                    recvDirect,
                    recvOffset,
                    ofPresent(r, recvCounts),
                    ofPresent(r, displs),
                    recvType,
                    recvBaseType));
    restoreLost(kept, before, after);
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
    Kept kept = keepEach(recvBuf, recvDirect, recvOffset, recvCount, recvType);
    Numbering before = agreed.ranks();
    Numbering after =
        agreed.collective(
            "allToAll",
            (c, r) -> {
              if (r.isComplete()) {
                pmpi.allToAll(
                    c,
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
              } else {
                Object given =
                    Region.of(pmpi, requireNonNull(sendBuf), sendDirect, sendOffset, sendType)
                        .copy(r.displacements(sendCount), r.counts(sendCount));
                Region places =
                    Region.of(pmpi, requireNonNull(recvBuf), recvDirect, recvOffset, recvType);
                Object closedUp = places.room(r.presentCount() * recvCount);
                pmpi.allToAll(
                    c,
                    given,
                    sendDirect,
                    0,
                    sendCount,
                    sendType,
                    sendBaseType,
                    closedUp,
                    recvDirect,
                    0,
                    recvCount,
                    recvType,
                    recvBaseType);
                places.spread(closedUp, r.displacements(recvCount), r.counts(recvCount));
              }
            });
    restoreLost(kept, before, after);
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
    Kept kept =
        Kept.blocks(pmpi, recvBuf, recvDirect, recvOffset, recvType, recvDispls, recvCounts);
    Numbering before = agreed.ranks();
    Numbering after =
        agreed.collective(
            "allToAllv",
            (c, r) ->
                pmpi.allToAllv(
                    c,
                    sendBuf,
                    sendDirect,
                    sendOffset,
                    ofPresent(r, sendCounts),
                    ofPresent(r, sendDispls),
                    sendType,
                    sendBaseType,
                    recvBuf,
                    recvDirect,
                    recvOffset,
                    ofPresent(r, recvCounts),
                    ofPresent(r, recvDispls),
                    recvType,
                    recvBaseType));
    restoreLost(kept, before, after);
  }

  /** The first item of a rank's block, as the only one. */
  private static int[] block(int rank, int count) {
    return new int[] {rank * count};
  }

  private static int[] one(int count) {
    return new int[] {count};
  }

  private static int[] ofPresent(Numbering ranks, int[] byOriginal) {
    return ranks.isComplete() ? byOriginal : ranks.compress(byOriginal);
  }

  /** What only the root's argument counts for; others may pass anything. */
  private int @Nullable [] atRoot(Numbering ranks, int @Nullable [] byOriginal, int root) {
    return rank == root && byOriginal != null ? ofPresent(ranks, byOriginal) : byOriginal;
  }

  private Kept keepEach(@Nullable Object buffer, boolean direct, int offset, int count, long type)
      throws Exception {
    int[] firsts = new int[agreed.size()];
    Arrays.setAll(firsts, r -> r * count);
    int[] counts = new int[firsts.length];
    Arrays.fill(counts, count);
    return Kept.blocks(pmpi, buffer, direct, offset, type, firsts, counts);
  }

  private static void restoreIfLeftOut(Kept kept, @Nullable Numbering participants) {
    if (participants == null) {
      kept.restore();
    }
  }

  /** Puts back the blocks of those who died before an operation succeeded without them. */
  private static void restoreLost(Kept kept, Numbering before, @Nullable Numbering after) {
    if (after != null && after != before) {
      for (int lost : after.missingSince(before)) {
        kept.restore(lost);
      }
    }
  }
}
