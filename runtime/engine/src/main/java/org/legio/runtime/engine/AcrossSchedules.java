package org.legio.runtime.engine;

import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.runtime.engine.datatype.Datatype;
import org.legio.runtime.engine.datatype.Items;
import org.legio.runtime.engine.datatype.ReduceOp;

/**
 * The algorithms of the collective operations between two groups: each rank sends to those of the
 * other group that need its data, and receives from those whose data it needs. So each notices only
 * the failure of its own messages.
 */
final class AcrossSchedules {
  private static final Items[] NONE = {};
  private static final Items NOTHING = new Items((Object) null, 0, 0, Datatype.of(Basic.BYTE));

  private final RankState state;
  private final Comm comm;
  private final int partners;

  AcrossSchedules(RankState state, Comm comm) {
    this.state = state;
    this.comm = comm;
    this.partners = comm.partners();
  }

  /** The same items for, or from, each rank of the other group. */
  private Items[] forAll(Items items) {
    Items[] all = new Items[partners];
    java.util.Arrays.fill(all, items);
    return all;
  }

  /** Nobody continues before all of the other group have come. */
  Schedule barrier() {
    return exchange("barrier", forAll(NOTHING), forAll(NOTHING));
  }

  /**
   * Sends blocks to the ranks of the other group, one to each, and receives blocks from them.
   *
   * @param sends the blocks to send, or none
   * @param receives the places of the blocks to receive, or none
   */
  Schedule exchange(String call, Items[] sends, Items[] receives) {
    Schedule schedule = new Schedule(state, comm, call);
    sendAll(schedule, sends);
    for (int from = 0; from < receives.length; from++) {
      schedule.receive(from, receives[from]);
    }
    return schedule;
  }

  private static void sendAll(Schedule schedule, Items[] sends) {
    for (int to = 0; to < sends.length; to++) {
      schedule.send(to, sends[to]);
    }
  }

  /** Sends the same items to all of the other group. */
  Schedule tellAll(String call, Items items) {
    return exchange(call, forAll(items), NONE);
  }

  /** Sends items to one rank of the other group. */
  Schedule tell(String call, int root, Items items) {
    return new Schedule(state, comm, call).send(root, items::pack);
  }

  /** Receives items from one rank of the other group. */
  Schedule hear(String call, int root, Items items) {
    return new Schedule(state, comm, call).receive(root, items.bytes(), items::unpack);
  }

  /** Sends the same items to all of the other group, and receives a block from each. */
  Schedule exchangeSame(String call, Items mine, Items[] receives) {
    return exchange(call, forAll(mine), receives);
  }

  /**
   * Combines what all of the other group send, in the order of their ranks.
   *
   * @param mine what this rank sends to all of them; null if it only receives
   * @param whole the items that each of them sends
   * @param result where the result goes
   * @param first the first byte of the result that is wanted
   */
  Schedule reduce(
      String call, @Nullable Items mine, Items whole, Items result, int first, ReduceOp op) {
    Schedule schedule = new Schedule(state, comm, call);
    byte[][] parts = new byte[partners][];
    sendAll(schedule, mine == null ? NONE : forAll(mine));
    for (int from = 0; from < partners; from++) {
      int index = from;
      schedule.receive(from, whole.bytes(), data -> parts[index] = data);
    }
    schedule.round();
    return schedule.then(
        () -> {
          byte[] all = parts[partners - 1].clone();
          for (int from = partners - 2; from >= 0; from--) {
            byte[] left = parts[from];
            schedule.runProgramsCode(() -> op.apply(left, all, whole.type()));
          }
          result.unpack(all, first, result.bytes());
        });
  }
}
