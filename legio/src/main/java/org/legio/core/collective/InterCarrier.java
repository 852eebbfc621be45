package org.legio.core.collective;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.BufferCheck;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.ranks.World;
import org.legio.core.repair.Context;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.core.repair.Root;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Shape;

/**
 * Makes attempts of operations between two groups. MPI standard 4.0, section 6.2.3. Algorithm: each
 * rank sends its messages to the other group over the union, a communicator of both groups, all at
 * once ({@link Exchange}). Blocks lie by rank in the remote group; those of the dead stay as they
 * were. A non-blocking operation is over when its call returns; {@code
 * docs/design/intercommunicators.md} says why.
 */
final class InterCarrier implements CollectiveCarrier {
  private static final int ROOT = MpiConstants.ROOT;
  private static final int PROC_NULL = MpiConstants.PROC_NULL;

  private final Context context;
  private final ResilientCommunicator agreed;
  private final int[] remotes;
  private final int localSize;
  private final int rank;
  private final BufferCheck buffers;

  /**
   * Makes the carrier of an alias.
   *
   * @param agreed the communicator of both groups
   * @param local this rank's group, as ranks in the world
   * @param remote the other group, likewise
   */
  InterCarrier(Context context, ResilientCommunicator agreed, int[] local, int[] remote) {
    this.context = context;
    this.agreed = agreed;
    this.buffers = context.bufferCheck();
    this.localSize = local.length;
    this.rank = context.world().ownRankIn(local);
    int first = World.union(local, remote)[0] == local[0] ? local.length : 0;
    this.remotes = new int[remote.length];
    Arrays.setAll(remotes, each -> first + each);
  }

  @Override
  public @Nullable Exception errorIn(CollectiveCall call) {
    try {
      if (call.operation().isReduction()) {
        InterReduction.check(this, call);
      } else if (call.operation() != Collective.BARRIER) {
        checkBlocks(call);
      }
      return null;
    } catch (ArrayIndexOutOfBoundsException e) {
      return e;
    }
  }

  private void checkBlocks(CollectiveCall call) {
    Collective operation = call.operation();
    boolean isOfOneBuffer = operation.sent() == Shape.NONE;
    if (receives(call) || (isOfOneBuffer && sends(call))) {
      buffers.require(call.received(), operation.received(), remotes.length);
    }
    if (sends(call)) {
      buffers.require(call.sent(), operation.sent(), remotes.length);
    }
  }

  /** The bounds check of the program's buffers. */
  BufferCheck buffers() {
    return buffers;
  }

  @Override
  public boolean isPlain(CollectiveCall call) {
    return false;
  }

  /** Null: the root's group does not know its root, so the attempt itself handles its death. */
  @Override
  public @Nullable Root root(CollectiveCall call) {
    return null;
  }

  @Override
  public CollectiveAttempt.@Nullable Startable prepareToStart(CollectiveCall call) {
    return null;
  }

  @Override
  public CollectiveAttempt prepare(CollectiveCall call) throws Exception {
    Collective operation = call.operation();
    if (operation.isRooted()) {
      checkRoot(call.root());
    }
    if (operation == Collective.BARRIER) {
      return CollectiveAttempt.withoutData((c, r) -> context.pmpi().collective(c, call));
    }
    return operation.isReduction() ? new InterReduction(this, call) : new InterAttempt(this, call);
  }

  /** Has MPI refuse a root that is no rank of the remote group. */
  private void checkRoot(int root) throws Exception {
    if (root >= remotes.length || (root < 0 && root != ROOT && root != PROC_NULL)) {
      throw context
          .binding()
          .newException(
              MpiConstants.ERR_ROOT,
              "MPI_ERR_ROOT: invalid root " + root + " of " + remotes.length);
    }
  }

  Context context() {
    return context;
  }

  /** The number of ranks of the remote group. */
  int remotes() {
    return remotes.length;
  }

  /** The number of ranks of this rank's group. */
  int localSize() {
    return localSize;
  }

  /** This process's rank in its group. */
  int rank() {
    return rank;
  }

  /** The ranks of both groups that are present. */
  RankTranslation present() {
    return agreed.ranks();
  }

  /** The rank of a remote rank in the union. */
  int partner(RankTranslation ranks, int remote) {
    return ranks.toSubstitute(remotes[remote]);
  }

  /** Whether this rank sends. */
  static boolean sends(CollectiveCall call) {
    return !call.operation().isRooted()
        || (call.operation().isForRoot() ? call.root() >= 0 : call.root() == ROOT);
  }

  /** Whether this rank receives. */
  static boolean receives(CollectiveCall call) {
    return !call.operation().isRooted()
        || (call.operation().isForRoot() ? call.root() == ROOT : call.root() >= 0);
  }

  /** A copy to send from, or the program's own buffer if it lies in native memory. */
  StagedBuffer sent(MessageData data, Shape shape) throws Exception {
    return shape == Shape.TYPED
        ? StagedBuffer.toSend(context.pmpi(), data, shape, remotes.length)
        : StagedBuffer.sent(context.pmpi(), data, shape, remotes.length);
  }

  /** Sends to the root, or to all of the remote group. */
  void send(Exchange exchange, RankTranslation ranks, CollectiveCall call, ExchangedBlocks from) {
    if (call.operation().isForRoot()) {
      from.send(exchange, 0, partner(ranks, call.root()));
    } else {
      for (int remote = 0; remote < remotes.length; remote++) {
        from.send(exchange, remote, partner(ranks, remote));
      }
    }
  }

  /** Receives from the root, or from all of the remote group. */
  void receive(
      Exchange exchange, RankTranslation ranks, CollectiveCall call, ExchangedBlocks into) {
    if (call.operation().isRooted() && !call.operation().isForRoot()) {
      into.receive(exchange, 0, partner(ranks, call.root()));
    } else {
      for (int remote = 0; remote < remotes.length; remote++) {
        into.receive(exchange, remote, partner(ranks, remote));
      }
    }
  }

  /** Whether an operation that has ended is skipped here because its root is dead. */
  boolean applyRootPolicy(CollectiveCall call) throws Exception {
    Root root = Root.of(call, agreed.policies());
    if (root == null
        || root.rank() < 0
        || partner(agreed.ranks(), root.rank()) != MpiConstants.UNDEFINED) {
      return false;
    }
    context.skip(
        root.inForce(), root.policy(), call.operation().call(), agreed.name(), "root", root.rank());
    return true;
  }
}
