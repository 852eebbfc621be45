package org.legio.hierarchical;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.ThreadLocalBuffer;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Shape;

/**
 * The operations whose data lies by rank: gather, scatter, allGather, allToAll and their forms.
 * Algorithm: each local gathers its blocks at its master; the masters forward them to the root as
 * bytes, in groups of at most 1 MiB; the root places each block by original rank. A scatter goes
 * the same way back. The ranks of an allToAll exchange blocks directly, in pairs.
 *
 * <p>The thesis does not cover them (section 4.2.8).
 */
final class Positional {

  /**
   * A gather or a scatter.
   *
   * @param root the root's original rank
   * @param own this rank's block
   * @param all at the root, the blocks of all; null elsewhere
   * @param areAlike whether all blocks have the same size in bytes; if not, only the root knows the
   *     sizes
   */
  private record Transfer(int root, RankBlocks own, @Nullable RankBlocks all, boolean areAlike) {

    boolean isRoot() {
      return all != null;
    }
  }

  private static final ThreadLocalBuffer NEAR = new ThreadLocalBuffer();
  private static final ThreadLocalBuffer ARRIVING = new ThreadLocalBuffer();
  private static final ThreadLocalBuffer PACKED = new ThreadLocalBuffer();
  private static final ThreadLocalBuffer SIZES = new ThreadLocalBuffer();
  private static final ThreadLocalBuffer ALL = new ThreadLocalBuffer();

  private final Context context;
  private final HierarchicalCommunicator communicator;
  private final Messenger messenger;
  private final GlobalComm global;
  private final PackedBlocks packedBlocks;
  private final LocalComm local;
  private final BlockMaker blocks;

  Positional(
      Context context,
      HierarchicalCommunicator communicator,
      Messenger messenger,
      GlobalComm global) {
    this.context = context;
    this.communicator = communicator;
    this.messenger = messenger;
    this.global = global;
    this.local = communicator.local();
    this.packedBlocks = new PackedBlocks(context, messenger, communicator.attempt());
    this.blocks = new BlockMaker(context, communicator);
  }

  // ------------------------------------------------------------------ gather

  void gather(CollectiveCall call) throws Exception {
    Shape shape = call.operation().received();
    RankBlocks own = blocks.ownSent(call);
    RankBlocks into =
        communicator.rank() == call.root() ? blocks.received(call.received(), shape) : null;
    Transfer transfer = new Transfer(call.root(), own, into, shape == Shape.EACH);
    boolean done =
        communicator.run(
            call,
            roles -> {
              if (into != null) {
                into.buffer().load();
              }
              gatherNear(roles, transfer);
              if (into != null) {
                gatherFar(roles, into);
              }
            });
    if (done && into != null) {
      into.buffer().store();
    }
  }

  private void gatherNear(Roles roles, Transfer transfer) throws Exception {
    RankBlocks into = transfer.all;
    for (Group group : PackedBlocks.groups(local.members(), sizes(transfer))) {
      ByteBuffer gathered = gathered(roles, group, transfer.own);
      boolean continues =
          into == null
              ? !roles.isMaster() || sent(transfer.root, gathered)
              : unpackedNear(roles, group, gathered, into);
      if (!continues) {
        return;
      }
    }
  }

  /** Sends a local's blocks; returns false if their gather has failed and they were void. */
  private boolean sent(int root, ByteBuffer gathered) throws Exception {
    packedBlocks.send(root, local.isBroken() ? null : gathered);
    return !local.isBroken();
  }

  private boolean unpackedNear(Roles roles, Group group, ByteBuffer gathered, RankBlocks into)
      throws Exception {
    ByteBuffer packed = roles.isMaster() ? gathered : PackedBlocks.empty(ARRIVING, group.bytes());
    boolean isHere = roles.isMaster() || packedBlocks.receive(roles.masterOf(roles.own()), packed);
    if (isHere) {
      unpack(group, packed, into);
    }
    return isHere;
  }

  /** A local's blocks at its master; elsewhere, nothing. */
  private ByteBuffer gathered(Roles roles, Group group, RankBlocks own) throws Exception {
    ByteBuffer packed = PackedBlocks.empty(NEAR, roles.isMaster() ? group.bytes() : 0);
    int rank = roles.own();
    int count = group.sizeOf(rank) > 0 ? own.count(rank) : 0;
    local.collective(
        Collective.GATHERV,
        call -> {
          call.sent().as(own.of(rank, count));
          fill(call.received(), group, packed);
        });
    return packed;
  }

  /** A local's packed blocks at its master, as bytes. */
  private void fill(MessageData data, Group group, ByteBuffer packed) {
    int[] members = local.members();
    data.at(PackedBlocks.content(packed, 0))
        .items(group.sizesOf(members), group.placesOf(members), ItemType.bytes(context).handle());
  }

  /**
   * The sizes of a local's blocks in bytes; its members tell them each other unless all know them.
   */
  private int[] sizes(Transfer transfer) throws Exception {
    int[] members = local.members();
    int[] told = new int[members.length];
    int own = transfer.own.bytes(communicator.rank());
    if (transfer.areAlike) {
      Arrays.fill(told, own);
      return told;
    }
    int[] size = {own};
    ItemType ints = ItemType.ints(context);
    local.collective(
        Collective.ALL_GATHER,
        call -> {
          call.sent().at(size, false).items(1, ints.handle(), ints.base());
          call.received().at(told, false).items(1, ints.handle(), ints.base());
        });
    if (transfer.all != null) {
      return transfer.all.bytes(members);
    }
    return local.isBroken() ? new int[members.length] : told;
  }

  private void gatherFar(Roles roles, RankBlocks into) throws Exception {
    for (int master : roles.masters()) {
      if (!roles.isNear(master)) {
        int[] members = roles.membersOf(master);
        List<Group> groups = PackedBlocks.groups(members, into.bytes(members));
        boolean continues = true;
        for (int each = 0; each < groups.size() && continues; each++) {
          ByteBuffer packed = PackedBlocks.empty(ARRIVING, groups.get(each).bytes());
          continues = packedBlocks.receive(master, packed);
          if (continues) {
            unpack(groups.get(each), packed, into);
          }
        }
      }
    }
  }

  private void unpack(Group group, ByteBuffer packed, RankBlocks into) throws Exception {
    communicator.attempt().make(() -> into.unpack(group.owners(), packed));
  }

  // ------------------------------------------------------------------ scatter

  void scatter(CollectiveCall call) throws Exception {
    Shape shape = call.operation().sent();
    RankBlocks from = communicator.rank() == call.root() ? blocks.sent(call.sent(), shape) : null;
    RankBlocks own = blocks.ownReceived(call, from);
    Transfer transfer = new Transfer(call.root(), own, from, shape == Shape.EACH);
    boolean done =
        communicator.run(
            call,
            roles -> {
              own.buffer().load();
              if (from != null) {
                scatterFar(roles, from, !transfer.areAlike);
              }
              scatterNear(roles, transfer);
            });
    if (done) {
      own.buffer().store();
    }
  }

  private void scatterFar(Roles roles, RankBlocks from, boolean tellsSizes) throws Exception {
    for (int master : roles.masters()) {
      if (!roles.isNear(master)) {
        int[] members = roles.membersOf(master);
        int[] sizes = from.bytes(members);
        if (tellsSizes) {
          packedBlocks.send(master, ofInts(sizes));
        }
        for (Group group : PackedBlocks.groups(members, sizes)) {
          packedBlocks.send(master, packed(group, from));
        }
      }
    }
  }

  private ByteBuffer packed(Group group, RankBlocks from) throws Exception {
    ByteBuffer packed = PackedBlocks.empty(PACKED, group.bytes());
    communicator.attempt().make(() -> from.pack(group.owners(), packed));
    return packed;
  }

  private void scatterNear(Roles roles, Transfer transfer) throws Exception {
    int[] sizes = transfer.areAlike ? sizes(transfer) : toldSizes(roles, transfer);
    if (sizes == null) {
      return;
    }
    for (Group group : PackedBlocks.groups(local.members(), sizes)) {
      scatterPacked(roles, group, arriving(roles, transfer, group), transfer.own);
    }
  }

  /** A local's blocks at its master, from the root. */
  private ByteBuffer arriving(Roles roles, Transfer transfer, Group group) throws Exception {
    int bytes = roles.isMaster() ? group.bytes() : 0;
    ByteBuffer packed =
        transfer.all == null ? PackedBlocks.empty(ARRIVING, bytes) : packed(group, transfer.all);
    bringToMaster(roles, transfer, packed);
    return packed;
  }

  /** Brings packed blocks from the root to its master; other masters receive them. */
  private void bringToMaster(Roles roles, Transfer transfer, ByteBuffer packed) throws Exception {
    if (roles.isMaster() && !transfer.isRoot()) {
      packedBlocks.receive(transfer.root, packed);
    } else if (transfer.isRoot() && !roles.isMaster()) {
      packedBlocks.send(roles.masterOf(transfer.root), packed);
    }
  }

  /** The sizes of this local's blocks in bytes, as the root tells them; null if that has failed. */
  private int @Nullable [] toldSizes(Roles roles, Transfer transfer) throws Exception {
    int[] members = local.members();
    ByteBuffer told =
        transfer.all == null
            ? PackedBlocks.empty(SIZES, members.length * Integer.BYTES)
            : ofInts(transfer.all.bytes(members));
    bringToMaster(roles, transfer, told);
    local.bcast(ItemType.bytes(context).at(told, told.capacity()), LocalComm.MASTER);
    boolean isKnown = transfer.isRoot() || roles.isMaster() || !local.isBroken();
    return isKnown && PackedBlocks.isFull(told) ? ints(told) : null;
  }

  private void scatterPacked(Roles roles, Group group, ByteBuffer packed, RankBlocks own)
      throws Exception {
    int rank = roles.own();
    int count = group.sizeOf(rank) > 0 ? own.count(rank) : 0;
    local.collective(
        Collective.SCATTERV,
        call -> {
          fill(call.sent(), group, packed);
          call.received().as(own.of(rank, count));
        });
  }

  private static ByteBuffer ofInts(int[] values) {
    ByteBuffer packed = PackedBlocks.empty(SIZES, values.length * Integer.BYTES);
    for (int each = 0; each < values.length; each++) {
      packed.putInt(1 + each * Integer.BYTES, values[each]);
    }
    return PackedBlocks.filled(packed);
  }

  private static int[] ints(ByteBuffer packed) {
    int[] values = new int[(packed.capacity() - 1) / Integer.BYTES];
    Arrays.setAll(values, each -> packed.getInt(1 + each * Integer.BYTES));
    return values;
  }

  // ------------------------------------------------------------------ all to all

  void allGather(CollectiveCall call) throws Exception {
    RankBlocks own = blocks.ownSent(call);
    RankBlocks into = blocks.received(call.received(), call.operation().received());
    communicator.run(
        call,
        roles -> {
          into.buffer().load();
          int[] present = roles.allPresent();
          int[] sizes = into.bytes(present);
          for (Group group : PackedBlocks.groups(present, sizes)) {
            allGather(roles, group, own, into);
          }
        });
    into.buffer().store();
  }

  private void allGather(Roles roles, Group group, RankBlocks own, RankBlocks into)
      throws Exception {
    ByteBuffer all = PackedBlocks.filled(PackedBlocks.empty(ALL, group.bytes()));
    Group near = group.among(local.members());
    ByteBuffer gathered = near.owners().length > 0 ? gathered(roles, near, own) : null;
    if (roles.isMaster()) {
      collect(roles, group, gathered, all);
      global.bcast(roles, 0, all, ItemType.bytes(context));
    }
    local.bcast(ItemType.bytes(context).at(all, all.capacity()), LocalComm.MASTER);
    unpack(group, all, into);
  }

  /** The masters' packed blocks at the first of them. */
  private void collect(Roles roles, Group group, @Nullable ByteBuffer own, ByteBuffer all)
      throws Exception {
    int first = roles.masters()[0];
    if (first != roles.own()) {
      if (own != null) {
        packedBlocks.send(first, local.isBroken() ? null : own);
      }
      return;
    }
    for (int master : roles.masters()) {
      Group part = group.among(roles.membersOf(master));
      if (part.owners().length > 0) {
        ByteBuffer packed =
            master == first && own != null ? own : PackedBlocks.empty(ARRIVING, part.bytes());
        if (master == first || packedBlocks.receive(master, packed)) {
          int place = group.placeOf(part.owners()[0]);
          all.put(1 + place, packed, 1, part.bytes());
        }
      }
    }
  }

  /** Exchanges blocks between each two ranks, pair after pair, directly. */
  void allToAll(CollectiveCall call) throws Exception {
    MessageData sent = call.sent();
    MessageData received = call.received();
    Shape shape = call.operation().received();
    RankBlocks from = sent.isInPlace() ? blocks.copied(received, shape) : blocks.sent(sent, shape);
    RankBlocks into = blocks.received(received, shape);
    communicator.run(
        call,
        roles -> {
          into.buffer().load();
          int[] present = roles.allPresent();
          int own = Arrays.binarySearch(present, roles.own());
          for (int round = 0; round < present.length; round++) {
            exchange(roles.own(), present[Math.floorMod(round - own, present.length)], from, into);
          }
        });
    into.buffer().store();
  }

  private void exchange(int own, int partner, RankBlocks from, RankBlocks into) throws Exception {
    if (own == partner) {
      communicator.attempt().make(() -> from.convertTo(into, own));
    } else if (own < partner) {
      messenger.send(partner, from.of(partner));
      messenger.receive(partner, into.of(partner));
    } else {
      messenger.receive(partner, into.of(partner));
      messenger.send(partner, from.of(partner));
    }
  }
}
