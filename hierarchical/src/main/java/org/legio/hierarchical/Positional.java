package org.legio.hierarchical;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.legio.core.Context;
import org.legio.core.KeptMemory;
import org.legio.core.Setting;

/**
 * The operations whose data lies by rank: blocks are gathered by local, taken on by the masters as
 * bytes, and placed by original rank.
 *
 * <p>The thesis leaves them out (section 4.2.8).
 */
final class Positional {
  private static final KeptMemory NEAR = new KeptMemory();
  private static final KeptMemory ARRIVING = new KeptMemory();
  private static final KeptMemory PACKED = new KeptMemory();
  private static final KeptMemory SIZES = new KeptMemory();
  private static final KeptMemory ALL = new KeptMemory();

  private final Context context;
  private final HierarchicalCommunicator communicator;
  private final Courier courier;
  private final Global global;
  private final Parcels parcels;
  private final Local local;

  Positional(
      Context context, HierarchicalCommunicator communicator, Courier courier, Global global) {
    this.context = context;
    this.communicator = communicator;
    this.courier = courier;
    this.global = global;
    this.local = communicator.local();
    this.parcels = new Parcels(context, courier, communicator.trial());
  }

  // ------------------------------------------------------------------ gather

  /**
   * Gathers a block of each rank at a root.
   *
   * @param own this rank's block
   * @param into at the root, where the blocks go; null elsewhere
   * @param sizes how many bytes each rank's block has, if all know; null if only the root does
   * @return whether it has succeeded; false if it was left out
   */
  boolean gather(
      String call, int root, Blocks own, @Nullable Blocks into, @Nullable IntUnaryOperator sizes)
      throws Exception {
    return communicator.rooted(
        call,
        Setting.GATHER_ROOT_FAILED,
        root,
        true,
        roles -> {
          if (into != null) {
            into.buffer().load();
          }
          gatherNear(roles, root, own, into, sizes);
          if (into != null) {
            gatherFar(roles, into);
          }
        });
  }

  private void gatherNear(
      Roles roles, int root, Blocks own, @Nullable Blocks into, @Nullable IntUnaryOperator sizes)
      throws Exception {
    int[] members = local.members();
    for (Group group : Parcels.groups(members, sizesOf(members, own, into, sizes))) {
      ByteBuffer gathered = gathered(roles, group, own);
      boolean goesOn =
          into == null
              ? !roles.isMaster() || sent(root, gathered)
              : unpackedNear(roles, group, gathered, into);
      if (!goesOn) {
        return;
      }
    }
  }

  /** Sends what a local has gathered; returns false if that is nothing, for it has failed. */
  private boolean sent(int root, ByteBuffer gathered) throws Exception {
    parcels.send(root, local.isBroken() ? null : gathered);
    return !local.isBroken();
  }

  private boolean unpackedNear(Roles roles, Group group, ByteBuffer gathered, Blocks into)
      throws Exception {
    ByteBuffer parcel = roles.isMaster() ? gathered : Parcels.empty(ARRIVING, group.bytes());
    boolean isHere = roles.isMaster() || parcels.receive(roles.masterOf(roles.own()), parcel);
    if (isHere) {
      unpack(group, parcel, into);
    }
    return isHere;
  }

  /** A local's blocks at its master; elsewhere, nothing. */
  private ByteBuffer gathered(Roles roles, Group group, Blocks own) throws Exception {
    ByteBuffer parcel = Parcels.empty(NEAR, roles.isMaster() ? group.bytes() : 0);
    int rank = roles.own();
    int count = group.sizeOf(rank) > 0 ? own.count(rank) : 0;
    local.collective(
        c ->
            context
                .pmpi()
                .gatherv(
                    c,
                    own.at(rank),
                    true,
                    0,
                    count,
                    own.items().handle(),
                    own.items().base(),
                    Parcels.content(parcel, 0),
                    true,
                    0,
                    group.sizesOf(local.members()),
                    group.placesOf(local.members()),
                    Items.bytes(context).handle(),
                    Items.bytes(context).base(),
                    Local.MASTER));
    return parcel;
  }

  /** The sizes of a local's blocks, which its members tell each other unless all know them. */
  private int[] sizesOf(
      int[] members, Blocks own, @Nullable Blocks into, @Nullable IntUnaryOperator sizes)
      throws Exception {
    if (sizes != null) {
      return Arrays.stream(members).map(sizes).toArray();
    }
    int[] told = new int[members.length];
    int[] size = {own.bytes(communicator.rank())};
    Items ints = Items.ints(context);
    local.collective(
        c ->
            context
                .pmpi()
                .allGather(
                    c,
                    size,
                    false,
                    0,
                    1,
                    ints.handle(),
                    ints.base(),
                    told,
                    false,
                    0,
                    1,
                    ints.handle(),
                    ints.base()));
    if (into != null) {
      return into.bytes(members);
    }
    return local.isBroken() ? new int[members.length] : told;
  }

  private void gatherFar(Roles roles, Blocks into) throws Exception {
    for (int master : roles.masters()) {
      if (!roles.isNear(master)) {
        int[] members = roles.membersOf(master);
        List<Group> groups = Parcels.groups(members, into.bytes(members));
        boolean goesOn = true;
        for (int each = 0; each < groups.size() && goesOn; each++) {
          ByteBuffer parcel = Parcels.empty(ARRIVING, groups.get(each).bytes());
          goesOn = parcels.receive(master, parcel);
          if (goesOn) {
            unpack(groups.get(each), parcel, into);
          }
        }
      }
    }
  }

  private void unpack(Group group, ByteBuffer parcel, Blocks into) throws Exception {
    communicator.trial().make(() -> into.unpack(group.owners(), parcel));
  }

  // ------------------------------------------------------------------ scatter

  /**
   * Scatters a block to each rank from a root.
   *
   * @param from at the root, the blocks; null elsewhere
   * @param own where this rank's block goes
   * @param sizes how many bytes each rank's block has, if all know; null if only the root does
   * @return whether it has succeeded; false if it was left out
   */
  boolean scatter(
      String call, int root, @Nullable Blocks from, Blocks own, @Nullable IntUnaryOperator sizes)
      throws Exception {
    return communicator.rooted(
        call,
        Setting.SCATTER_ROOT_FAILED,
        root,
        false,
        roles -> {
          own.buffer().load();
          if (from != null) {
            scatterFar(roles, from, sizes == null);
          }
          scatterNear(roles, root, from, own, sizes);
        });
  }

  private void scatterFar(Roles roles, Blocks from, boolean tellsSizes) throws Exception {
    for (int master : roles.masters()) {
      if (!roles.isNear(master)) {
        int[] members = roles.membersOf(master);
        int[] sizes = from.bytes(members);
        if (tellsSizes) {
          parcels.send(master, ofInts(sizes));
        }
        for (Group group : Parcels.groups(members, sizes)) {
          parcels.send(master, packed(group, from));
        }
      }
    }
  }

  private ByteBuffer packed(Group group, Blocks from) throws Exception {
    ByteBuffer parcel = Parcels.empty(PACKED, group.bytes());
    communicator.trial().make(() -> from.pack(group.owners(), parcel));
    return parcel;
  }

  private void scatterNear(
      Roles roles, int root, @Nullable Blocks from, Blocks own, @Nullable IntUnaryOperator sizes)
      throws Exception {
    int[] members = local.members();
    int[] known =
        sizes == null
            ? toldSizes(roles, root, from, members)
            : Arrays.stream(members).map(sizes).toArray();
    if (known == null) {
      return;
    }
    for (Group group : Parcels.groups(members, known)) {
      ByteBuffer parcel = arriving(roles, root, from, group);
      scatterParcel(roles, group, parcel, own);
    }
  }

  /** A local's blocks at its master, from the root. */
  private ByteBuffer arriving(Roles roles, int root, @Nullable Blocks from, Group group)
      throws Exception {
    int bytes = roles.isMaster() ? group.bytes() : 0;
    ByteBuffer parcel = from == null ? Parcels.empty(ARRIVING, bytes) : packed(group, from);
    bringToMaster(roles, root, from != null, parcel);
    return parcel;
  }

  /** In the root's local, brings a parcel from the root to the master; others' masters get it. */
  private void bringToMaster(Roles roles, int root, boolean isRoot, ByteBuffer parcel)
      throws Exception {
    if (roles.isMaster() && !isRoot) {
      parcels.receive(root, parcel);
    } else if (isRoot && !roles.isMaster()) {
      parcels.send(roles.masterOf(root), parcel);
    }
  }

  /** How many bytes the blocks of this local have, from the root; null if that has failed. */
  private int @Nullable [] toldSizes(Roles roles, int root, @Nullable Blocks from, int[] members)
      throws Exception {
    ByteBuffer told =
        from == null
            ? Parcels.empty(SIZES, members.length * Integer.BYTES)
            : ofInts(from.bytes(members));
    bringToMaster(roles, root, from != null, told);
    local.bcast(told, told.capacity(), Items.bytes(context), Local.MASTER);
    boolean isKnown = from != null || roles.isMaster() || !local.isBroken();
    return isKnown && Parcels.isFull(told) ? ints(told) : null;
  }

  private void scatterParcel(Roles roles, Group group, ByteBuffer parcel, Blocks own)
      throws Exception {
    int rank = roles.own();
    int count = group.sizeOf(rank) > 0 ? own.count(rank) : 0;
    local.collective(
        c ->
            context
                .pmpi()
                .scatterv(
                    c,
                    Parcels.content(parcel, 0),
                    true,
                    0,
                    group.sizesOf(local.members()),
                    group.placesOf(local.members()),
                    Items.bytes(context).handle(),
                    Items.bytes(context).base(),
                    own.at(rank),
                    true,
                    0,
                    count,
                    own.items().handle(),
                    own.items().base(),
                    Local.MASTER));
  }

  private static ByteBuffer ofInts(int[] values) {
    ByteBuffer parcel = Parcels.empty(SIZES, values.length * Integer.BYTES);
    for (int each = 0; each < values.length; each++) {
      parcel.putInt(1 + each * Integer.BYTES, values[each]);
    }
    return Parcels.filled(parcel);
  }

  private static int[] ints(ByteBuffer parcel) {
    int[] values = new int[(parcel.capacity() - 1) / Integer.BYTES];
    Arrays.setAll(values, each -> parcel.getInt(1 + each * Integer.BYTES));
    return values;
  }

  // ------------------------------------------------------------------ all to all

  /**
   * Gathers a block of each rank at all of them.
   *
   * @param own this rank's block
   * @param into where the blocks go
   */
  void allGather(String call, Blocks own, Blocks into) throws Exception {
    communicator.collective(
        call,
        roles -> {
          into.buffer().load();
          int[] everybody = roles.everybody();
          int[] sizes = into.bytes(everybody);
          for (Group group : Parcels.groups(everybody, sizes)) {
            allGather(roles, group, own, into);
          }
        });
  }

  private void allGather(Roles roles, Group group, Blocks own, Blocks into) throws Exception {
    ByteBuffer all = Parcels.filled(Parcels.empty(ALL, group.bytes()));
    Group near = group.among(local.members());
    ByteBuffer gathered = near.owners().length > 0 ? gathered(roles, near, own) : null;
    if (roles.isMaster()) {
      collect(roles, group, gathered, all);
      global.bcast(roles, 0, all, Items.bytes(context));
    }
    local.bcast(all, all.capacity(), Items.bytes(context), Local.MASTER);
    unpack(group, all, into);
  }

  /** The masters' parcels at the first of them. */
  private void collect(Roles roles, Group group, @Nullable ByteBuffer own, ByteBuffer all)
      throws Exception {
    int first = roles.masters()[0];
    if (first != roles.own()) {
      if (own != null) {
        parcels.send(first, local.isBroken() ? null : own);
      }
      return;
    }
    for (int master : roles.masters()) {
      Group part = group.among(roles.membersOf(master));
      if (part.owners().length > 0) {
        ByteBuffer parcel =
            master == first && own != null ? own : Parcels.empty(ARRIVING, part.bytes());
        if (master == first || parcels.receive(master, parcel)) {
          int place = group.placeOf(part.owners()[0]);
          all.put(1 + place, parcel, 1, part.bytes());
        }
      }
    }
  }

  /** Exchanges blocks between each two ranks, pair after pair, without any detour. */
  void allToAll(String call, Blocks from, Blocks into) throws Exception {
    communicator.collective(
        call,
        roles -> {
          into.buffer().load();
          int[] everybody = roles.everybody();
          int own = Arrays.binarySearch(everybody, roles.own());
          for (int round = 0; round < everybody.length; round++) {
            exchange(
                roles.own(), everybody[Math.floorMod(round - own, everybody.length)], from, into);
          }
        });
  }

  private void exchange(int own, int partner, Blocks from, Blocks into) throws Exception {
    if (own == partner) {
      communicator.trial().make(() -> from.convertTo(into, own));
    } else if (own < partner) {
      courier.send(partner, from.at(partner), from.count(partner), from.items());
      courier.receive(partner, into.at(partner), into.count(partner), into.items());
    } else {
      courier.receive(partner, into.at(partner), into.count(partner), into.items());
      courier.send(partner, from.at(partner), from.count(partner), from.items());
    }
  }
}
