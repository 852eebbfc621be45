package org.legio.hierarchical;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.legio.core.Context;
import org.legio.core.KeptMemory;
import org.legio.core.Numbering;
import org.legio.core.Setting;
import org.legio.core.Staged;

/**
 * Reductions: each local reduces its members' inputs at its master, the masters theirs. The order
 * of ranks is kept, for locals are consecutive: operations need not be commutative.
 *
 * <p>Thesis, sections 4.2.3 and 4.2.4.
 */
final class Reductions {

  /** The native of a scan, inclusive or exclusive. */
  @FunctionalInterface
  private interface Scan {
    void run(
        long comm,
        Object from,
        boolean fromDirect,
        int fromOffset,
        Object into,
        boolean intoDirect,
        int intoOffset,
        int count,
        long type,
        int baseType,
        Object op,
        long opHandle)
        throws Exception;
  }

  private static final KeptMemory CLOSED_UP = new KeptMemory();
  private static final KeptMemory NEAR = new KeptMemory();
  private static final KeptMemory FAR = new KeptMemory();

  private final Context context;
  private final HierarchicalCommunicator communicator;
  private final Courier courier;
  private final Global global;
  private final Local local;

  Reductions(
      Context context, HierarchicalCommunicator communicator, Courier courier, Global global) {
    this.context = context;
    this.communicator = communicator;
    this.courier = courier;
    this.global = global;
    this.local = communicator.local();
  }

  private Combination combination(int count, Items type, Object op, long opHandle) {
    return new Combination(context.pmpi(), count, type, op, opHandle);
  }

  private Staged scratch(KeptMemory source, Combination combination) throws Exception {
    return Staged.scratch(source, context.pmpi(), combination.type().handle(), combination.count());
  }

  /**
   * Reduces at a root.
   *
   * @return whether it has succeeded; false if it was left out
   */
  boolean reduce(
      Staged from, Staged into, int count, Items type, Object op, long opHandle, int root)
      throws Exception {
    Combination combination = combination(count, type, op, opHandle);
    return communicator.rooted(
        "reduce",
        Setting.REDUCE_ROOT_FAILED,
        root,
        true,
        roles -> {
          Staged result = reduced(roles, combination, from.memoryAt(0));
          int first = roles.masters()[0];
          if (roles.own() == root && first == root) {
            copy(combination, result, into);
          } else if (roles.own() == first) {
            courier.send(root, result.memoryAt(0), count, type);
          } else if (roles.own() == root) {
            into.load();
            courier.receive(first, into.memoryAt(0), count, type);
          }
        });
  }

  /** Reduces at the first master; what others get is worth nothing. */
  private Staged reduced(Roles roles, Combination combination, Buffer from) throws Exception {
    Staged near = reducedNear(roles, combination, from);
    return roles.isMaster()
        ? global.reduce(roles, combination, near, scratch(FAR, combination))
        : near;
  }

  /** Reduces the inputs of a local at its master. */
  private Staged reducedNear(Roles roles, Combination combination, Buffer from) throws Exception {
    Staged near = roles.isMaster() ? scratch(NEAR, combination) : Staged.itself(null, true, 0);
    local.collective(
        c ->
            context
                .pmpi()
                .reduce(
                    c,
                    from,
                    true,
                    0,
                    near.memoryAt(0),
                    true,
                    0,
                    combination.count(),
                    combination.type().handle(),
                    combination.type().base(),
                    combination.op(),
                    combination.opHandle(),
                    Local.MASTER));
    return near;
  }

  private void copy(Combination combination, Staged from, Staged into) throws Exception {
    into.load();
    Items type = combination.type();
    communicator
        .trial()
        .make(
            () ->
                Blocks.convert(
                    context.pmpi(),
                    communicator.self(),
                    from.memoryAt(0),
                    combination.count(),
                    type,
                    into.memoryAt(0),
                    combination.count(),
                    type));
  }

  private void bcastNear(Combination combination, Staged data) throws Exception {
    local.bcast(data.memoryAt(0), combination.count(), combination.type(), Local.MASTER);
  }

  /** Reduces at all. */
  void allReduce(Staged from, Staged into, int count, Items type, Object op, long opHandle)
      throws Exception {
    Combination combination = combination(count, type, op, opHandle);
    communicator.collective(
        "allReduce",
        roles -> {
          Staged result = reduced(roles, combination, from.memoryAt(0));
          into.load();
          if (roles.isMaster()) {
            global.bcast(roles, 0, result, count, type);
            copy(combination, result, into);
          }
          bcastNear(combination, into);
        });
  }

  /**
   * Gives each rank the combined inputs of those before it.
   *
   * @param inclusive whether its own is among them
   */
  void scan(
      String call,
      boolean inclusive,
      Staged from,
      Staged into,
      int count,
      Items type,
      Object op,
      long opHandle)
      throws Exception {
    Combination combination = combination(count, type, op, opHandle);
    communicator.collective(
        call,
        roles -> {
          into.load();
          scanNear(combination, inclusive, from, into);
          Staged before = scratch(FAR, combination);
          Staged near = reducedNear(roles, combination, from.memoryAt(0));
          if (roles.isMaster()) {
            global.exScan(roles, combination, near, before);
          }
          if (roles.indexOf(roles.own()) > 0) {
            bcastNear(combination, before);
            add(roles, combination, inclusive, before, into);
          } else if (!inclusive && roles.isMaster() && roles.own() > 0) {
            into.clear();
          }
        });
  }

  private void scanNear(Combination combination, boolean inclusive, Staged from, Staged into)
      throws Exception {
    Items type = combination.type();
    Scan scan = inclusive ? context.pmpi()::scan : context.pmpi()::exScan;
    local.collective(
        c ->
            scan.run(
                c,
                from.memoryAt(0),
                true,
                0,
                into.memoryAt(0),
                true,
                0,
                combination.count(),
                type.handle(),
                type.base(),
                combination.op(),
                combination.opHandle()));
  }

  private void add(
      Roles roles, Combination combination, boolean inclusive, Staged before, Staged into)
      throws Exception {
    if (!inclusive && roles.isMaster()) {
      copy(combination, before, into);
    } else if (!local.isBroken()) {
      communicator.trial().make(() -> combination.combine(before.memoryAt(0), into.memoryAt(0)));
    }
  }

  /**
   * Reduces inputs that have a block for each original rank, and gives each rank its block.
   *
   * @param counts how many items each block has
   */
  void reduceScatter(
      String call, Staged from, Staged into, int[] counts, Items type, Object op, long opHandle)
      throws Exception {
    int[] firsts = Staged.firstsOf(counts);
    communicator.collective(
        call,
        roles -> {
          Numbering present = roles.present();
          int[] left = present.compress(counts);
          Combination combination = combination(Arrays.stream(left).sum(), type, op, opHandle);
          ByteBuffer closedUp = from.closedUp(CLOSED_UP, present.compress(firsts), left);
          Staged all = reduced(roles, combination, closedUp);
          into.load();
          if (roles.isMaster()) {
            deal(roles, all, left, type);
          }
          scatterNear(roles, all, into, counts, type);
        });
  }

  /** Gives each master, from the first one, the blocks of its local. */
  private void deal(Roles roles, Staged all, int[] left, Items type) throws Exception {
    int[] masters = roles.masters();
    int item = 0;
    int member = 0;
    for (int master : masters) {
      int items = 0;
      int end = member + roles.membersOf(master).length;
      for (; member < end; member++) {
        items += left[member];
      }
      if (master != masters[0] && roles.own() == masters[0]) {
        courier.send(master, all.memoryAt(item * type.extent()), items, type);
      } else if (master != masters[0] && roles.own() == master) {
        courier.receive(masters[0], all.memoryAt(0), items, type);
      }
      item += items;
    }
  }

  private void scatterNear(Roles roles, Staged all, Staged into, int[] counts, Items type)
      throws Exception {
    int[] members = local.members();
    int[] sizes = Arrays.stream(members).map(each -> counts[each]).toArray();
    local.collective(
        c ->
            context
                .pmpi()
                .scatterv(
                    c,
                    all.memoryAt(0),
                    true,
                    0,
                    sizes,
                    Staged.firstsOf(sizes),
                    type.handle(),
                    type.base(),
                    into.memoryAt(0),
                    true,
                    0,
                    counts[roles.own()],
                    type.handle(),
                    type.base(),
                    Local.MASTER));
  }
}
