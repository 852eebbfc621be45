package org.legio.hierarchical;

import static java.util.Objects.requireNonNull;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.buffer.ThreadLocalBuffer;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Shape;

/**
 * The reductions and scans. Algorithm: each local reduces its members' inputs at its master; the
 * masters reduce these in a tree of neighbors at the first master; from there the result goes to
 * the root, or back to all. Locals are consecutive ranks, so the order of ranks is kept and
 * operations need not be commutative.
 *
 * <p>Thesis, sections 4.2.3 and 4.2.4.
 */
final class Reductions {
  private static final ThreadLocalBuffer CLOSED_UP = new ThreadLocalBuffer();
  private static final ThreadLocalBuffer NEAR = new ThreadLocalBuffer();
  private static final ThreadLocalBuffer FAR = new ThreadLocalBuffer();

  private final Pmpi pmpi;
  private final HierarchicalCommunicator communicator;
  private final Messenger messenger;
  private final GlobalComm global;
  private final LocalComm local;

  Reductions(
      Context context,
      HierarchicalCommunicator communicator,
      Messenger messenger,
      GlobalComm global) {
    this.pmpi = context.pmpi();
    this.communicator = communicator;
    this.messenger = messenger;
    this.global = global;
    this.local = communicator.local();
  }

  /** The input; a copy of it if it lies in the receive buffer or has a block for each rank. */
  private StagedBuffer input(CollectiveCall call) throws Exception {
    Shape shape = call.operation().sent();
    MessageData sent = call.sent();
    MessageData input = new MessageData().as(call.received());
    if (sent.buffer() == null) {
      return StagedBuffer.toSend(pmpi, input, shape, communicator.size());
    }
    input.at(sent.buffer(), sent.isDirect(), sent.offset());
    return shape == Shape.WHOLE
        ? StagedBuffer.sent(pmpi, input, shape, communicator.size())
        : StagedBuffer.toSend(pmpi, input, shape, communicator.size());
  }

  /** The memory that receives a number of items of the result. */
  private StagedBuffer result(CollectiveCall call, int count) throws Exception {
    MessageData into = new MessageData().as(call.received());
    into.items(count, into.type(), into.baseType());
    return StagedBuffer.toReceive(pmpi, into, Shape.WHOLE, communicator.size());
  }

  /** The combination of whole inputs. */
  private Combination combination(CollectiveCall call) throws Exception {
    MessageData received = call.received();
    return new Combination(pmpi, call, received.count(), ItemType.of(pmpi, received));
  }

  // ------------------------------------------------------------------ at a root, or at all

  void reduce(CollectiveCall call) throws Exception {
    int root = call.root();
    boolean isRoot = communicator.rank() == root;
    StagedBuffer from = input(call);
    StagedBuffer into =
        isRoot ? result(call, call.received().count()) : StagedBuffer.itself(null, true, 0);
    Combination combination = combination(call);
    boolean done =
        communicator.run(
            call,
            roles -> {
              StagedBuffer result = reduced(roles, combination, from.memoryAt(0));
              int first = roles.masters()[0];
              if (isRoot && first == root) {
                copy(combination, result, into);
              } else if (roles.own() == first) {
                messenger.send(root, combination.at(result));
              } else if (isRoot) {
                into.load();
                messenger.receive(first, combination.at(into));
              }
            });
    if (done) {
      into.store();
    }
  }

  /** Reduces at the first master; the memory of other ranks is invalid afterwards. */
  private StagedBuffer reduced(Roles roles, Combination combination, Buffer from) throws Exception {
    StagedBuffer near = reducedNear(roles, combination, from);
    return roles.isMaster()
        ? global.reduce(roles, combination, near, combination.scratch(FAR))
        : near;
  }

  /** Reduces the inputs of a local at its master. */
  private StagedBuffer reducedNear(Roles roles, Combination combination, Buffer from)
      throws Exception {
    StagedBuffer near =
        roles.isMaster() ? combination.scratch(NEAR) : StagedBuffer.itself(null, true, 0);
    local.collective(Collective.REDUCE, call -> combination.fill(call, from, near));
    return near;
  }

  private void copy(Combination combination, StagedBuffer from, StagedBuffer into)
      throws Exception {
    into.load();
    communicator
        .attempt()
        .make(
            () ->
                RankBlocks.convert(
                    pmpi, communicator.self(), combination.at(from), combination.at(into)));
  }

  private void bcastNear(Combination combination, StagedBuffer data) throws Exception {
    local.bcast(combination.at(data), LocalComm.MASTER);
  }

  void allReduce(CollectiveCall call) throws Exception {
    StagedBuffer from = input(call);
    StagedBuffer into = result(call, call.received().count());
    Combination combination = combination(call);
    communicator.run(
        call,
        roles -> {
          StagedBuffer result = reduced(roles, combination, from.memoryAt(0));
          into.load();
          if (roles.isMaster()) {
            global.bcast(roles, 0, result, combination.count(), combination.type());
            copy(combination, result, into);
          }
          bcastNear(combination, into);
        });
    into.store();
  }

  // ------------------------------------------------------------------ of the ranks before

  void scan(CollectiveCall call) throws Exception {
    Collective operation = call.operation();
    boolean inclusive = operation == Collective.SCAN;
    StagedBuffer from = input(call);
    StagedBuffer into = result(call, call.received().count());
    Combination combination = combination(call);
    communicator.run(
        call,
        roles -> {
          into.load();
          local.collective(operation, own -> combination.fill(own, from.memoryAt(0), into));
          StagedBuffer before = combination.scratch(FAR);
          StagedBuffer near = reducedNear(roles, combination, from.memoryAt(0));
          if (roles.isMaster()) {
            global.exScan(roles, combination, near, before);
          }
          if (roles.indexOf(roles.own()) > 0) {
            bcastNear(combination, before);
            add(roles, combination, before, into);
          } else if (!inclusive && roles.isMaster() && roles.own() > 0) {
            into.clear();
          }
        });
    into.store();
  }

  private void add(Roles roles, Combination combination, StagedBuffer before, StagedBuffer into)
      throws Exception {
    boolean inclusive = combination.call().operation() == Collective.SCAN;
    if (!inclusive && roles.isMaster()) {
      copy(combination, before, into);
    } else if (!local.isBroken()) {
      communicator.attempt().make(() -> combination.combine(before, into));
    }
  }

  // ------------------------------------------------------------------ dealt out

  /** The inputs have a block for each original rank; each rank gets its block. */
  void reduceScatter(CollectiveCall call) throws Exception {
    ItemType type = ItemType.of(pmpi, call.received());
    int[] counts = counts(call);
    int[] firsts = StagedBuffer.firstsOf(counts);
    StagedBuffer from = input(call);
    StagedBuffer into = result(call, counts[communicator.rank()]);
    communicator.run(
        call,
        roles -> {
          RankTranslation present = roles.present();
          int[] left = present.compress(counts);
          Combination combination = new Combination(pmpi, call, Arrays.stream(left).sum(), type);
          ByteBuffer closedUp = from.closedUp(CLOSED_UP, present.compress(firsts), left);
          StagedBuffer all = reduced(roles, combination, closedUp);
          into.load();
          if (roles.isMaster()) {
            deal(roles, all, left, type);
          }
          scatterNear(roles, all, into, counts, type);
        });
    into.store();
  }

  /** How many items each block has. */
  private int[] counts(CollectiveCall call) {
    if (call.operation() == Collective.REDUCE_SCATTER) {
      return requireNonNull(call.received().counts());
    }
    int[] counts = new int[communicator.size()];
    Arrays.fill(counts, call.received().count());
    return counts;
  }

  /** Gives each master, from the first one, the blocks of its local. */
  private void deal(Roles roles, StagedBuffer all, int[] left, ItemType type) throws Exception {
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
        messenger.send(master, type.at(all.memoryAt(item * type.extent()), items));
      } else if (master != masters[0] && roles.own() == master) {
        messenger.receive(masters[0], type.at(all.memoryAt(0), items));
      }
      item += items;
    }
  }

  private void scatterNear(
      Roles roles, StagedBuffer all, StagedBuffer into, int[] counts, ItemType type)
      throws Exception {
    int[] members = local.members();
    int[] sizes = Arrays.stream(members).map(each -> counts[each]).toArray();
    local.collective(
        Collective.SCATTERV,
        call -> {
          MessageData sent = call.sent().at(all.memoryAt(0));
          sent.items(sizes, StagedBuffer.firstsOf(sizes), type.handle(), type.base());
          call.received().as(type.at(into.memoryAt(0), counts[roles.own()]));
        });
  }
}
