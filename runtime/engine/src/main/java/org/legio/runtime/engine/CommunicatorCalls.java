package org.legio.runtime.engine;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.MpiConstants;

/** The natives on communicators themselves. */
final class CommunicatorCalls extends Calls {
  private static final int FIRST_GROUP_TAG = -1000;

  private final CommMaker maker;

  CommunicatorCalls(RankState state) {
    super(state);
    this.maker = new CommMaker(state);
  }

  // ------------------------------------------------------------------ asking

  int getSize(long comm) throws Exception {
    return comm(comm).size();
  }

  int getRank(long comm) throws Exception {
    return comm(comm).rank;
  }

  int compare(long comm1, long comm2) throws Exception {
    CommContext first = comm(comm1).context;
    CommContext second = comm(comm2).context;
    if (comm1 == comm2) {
      return MpiConstants.IDENT;
    } else if (first.isInter() != second.isInter()) {
      return MpiConstants.UNEQUAL;
    }
    int ofGroups = compare(first.group, second.group);
    return first.isInter() ? Math.max(ofGroups, compare(first.remote, second.remote)) : ofGroups;
  }

  /** The results are ordered, from groups that are alike to groups that are not. */
  private static int compare(int[] first, int[] second) {
    if (Arrays.equals(first, second)) {
      return MpiConstants.CONGRUENT;
    }
    int[] sorted1 = first.clone();
    int[] sorted2 = second.clone();
    Arrays.sort(sorted1);
    Arrays.sort(sorted2);
    return Arrays.equals(sorted1, sorted2) ? MpiConstants.SIMILAR : MpiConstants.UNEQUAL;
  }

  long getGroup(long comm) throws Exception {
    return newGroup(comm(comm).context.group);
  }

  String getName(long comm) throws Exception {
    return comm(comm).name;
  }

  void setName(long comm, String name) throws Exception {
    comm(comm).name = name;
  }

  boolean isInter(long comm) throws Exception {
    return comm(comm).context.isInter();
  }

  // ------------------------------------------------------------------ freeing

  long free(long handle) throws Exception {
    Comm comm = comm(handle);
    if (comm == state.world || comm == state.self) {
      throw error(comm, MpiError.COMM, comm + " is not to be freed");
    }
    state.forget(comm);
    return Predefined.COMM_NULL;
  }

  long disconnect(long handle) throws Exception {
    return free(handle);
  }

  // ------------------------------------------------------------------ making

  long dup(long handle) throws Exception {
    Comm parent = comm(handle);
    Comm[] made = new Comm[1];
    run(duplication(parent, "dup", made), "dup");
    return made[0].handle;
  }

  long dupWithInfo(long handle, long info) throws Exception {
    return dup(handle);
  }

  /** The duplicate may be used once the request is complete. */
  long[] iDup(long handle) throws Exception {
    Comm parent = comm(handle);
    CommContext context = duplicateOf(parent, "iDup");
    Comm made = state.adopt(context, parent.errorHandler);
    inherit(parent, made);
    Schedule schedule = together(parent, "iDup", () -> {});
    return new long[] {made.handle, state.requests.add(schedule.start())};
  }

  private Schedule duplication(Comm parent, String call, Comm[] made) {
    CommContext context = duplicateOf(parent, call);
    return together(
        parent,
        call,
        () -> {
          made[0] = state.adopt(context, parent.errorHandler);
          inherit(parent, made[0]);
        });
  }

  /** What is done when all members, of both groups if there are two, have come. */
  private Schedule together(Comm parent, String call, Runnable whenAll) {
    return parent.context.isInter()
        ? new AcrossSchedules(state, parent).barrier().then(whenAll)
        : new Schedules(state, parent).exchange(call, new byte[1], all -> whenAll.run());
  }

  private CommContext duplicateOf(Comm parent, String call) {
    CommMaker.Key key =
        new CommMaker.Key(parent.context.id, call, parent.nextCreation(), List.of());
    return universe.contextOf(key, parent.context.group, parent.context.remote);
  }

  private static void inherit(Comm parent, Comm made) {
    made.attributes.putAll(parent.attributes);
    made.predefinedAttributes = parent.predefinedAttributes;
    made.topology = parent.topology;
  }

  long split(long handle, int color, int key) throws Exception {
    return splitBy(comm(handle), "split", color, key);
  }

  /**
   * Splits by a type of hardware. Every type but "undefined" stands for memory that ranks share:
   * that of their host.
   */
  long splitType(long handle, int splitType, int key, long info) throws Exception {
    boolean isNone = splitType == MpiConstants.UNDEFINED;
    int color = isNone ? splitType : state.universe.hostOf(state.rank);
    return splitBy(comm(handle), "splitType", color, key);
  }

  private long splitBy(Comm parent, String call, int color, int key) throws Exception {
    byte[] mine = ByteBuffer.allocate(8).putInt(color).putInt(key).array();
    int number = parent.nextCreation();
    Comm[] made = new Comm[1];
    Schedule schedule =
        new Schedules(state, parent)
            .exchange(
                call,
                mine,
                all -> {
                  if (color != MpiConstants.UNDEFINED) {
                    made[0] = maker.adopt(parent, call, number, members(parent, all, color));
                  }
                });
    run(schedule, call);
    return made[0] == null ? Predefined.COMM_NULL : made[0].handle;
  }

  private static int[] members(Comm parent, byte[][] all, int color) {
    List<Integer> ranks = new ArrayList<>();
    for (int rank = 0; rank < all.length; rank++) {
      if (ByteBuffer.wrap(all[rank]).getInt() == color) {
        ranks.add(rank);
      }
    }
    ranks.sort(Comparator.comparingInt(rank -> ByteBuffer.wrap(all[rank]).getInt(4)));
    return ranks.stream().mapToInt(rank -> parent.context.group[rank]).toArray();
  }

  long create(long handle, long groupHandle) throws Exception {
    Comm parent = comm(handle);
    Comm made = maker.make(this, parent, "create", group(groupHandle));
    return made == null ? Predefined.COMM_NULL : made.handle;
  }

  /**
   * Makes a communicator of a group. All members exchange messages with each other, so no member
   * waits for ever when one dies. As in Open MPI, a dead member of the parent makes the call fail
   * even if it is not in the group, and the attributes of the parent are copied.
   */
  long createGroup(long handle, long groupHandle, int tag) throws Exception {
    Comm parent = comm(handle);
    int[] members = group(groupHandle);
    if (GroupCalls.indexOf(members, state.rank) < 0) {
      return Predefined.COMM_NULL;
    }
    if (!state.knownDeadIn(parent.context).isEmpty()) {
      throw error(parent, MpiError.PROC_FAILED, "createGroup: a member of " + parent + " is dead");
    }
    int number = parent.nextCreationBySome("createGroup " + tag + Arrays.toString(members));
    Schedule schedule = new Schedule(state, parent, "createGroup", FIRST_GROUP_TAG - tag);
    for (int member : members) {
      int partner = parent.context.rankOf(member);
      if (member != state.rank) {
        schedule.send(partner, () -> new byte[0]).receive(partner, 0, data -> {});
      }
    }
    run(schedule, "createGroup");
    Comm made = maker.adopt(parent, "createGroup " + tag, number, members);
    made.attributes.putAll(parent.attributes);
    made.predefinedAttributes = parent.predefinedAttributes;
    return made.handle;
  }

  // ------------------------------------------------------------------ attributes

  void setAttr(long comm, int keyval, byte[] value) throws Exception {
    Comm found = comm(comm);
    requireKey(keyval);
    found.attributes.put(keyval, value.clone());
  }

  byte @Nullable [] getAttr(long comm, int keyval) throws Exception {
    Comm found = comm(comm);
    requireKey(keyval);
    byte[] value = found.attributes.get(keyval);
    return value == null ? null : value.clone();
  }

  @Nullable Object getAttrPredefined(long comm, int keyval) throws Exception {
    return comm(comm).predefinedAttributes.get(keyval);
  }

  void deleteAttr(long comm, int keyval) throws Exception {
    Comm found = comm(comm);
    requireKey(keyval);
    found.attributes.remove(keyval);
  }

  // ------------------------------------------------------------------ errors

  /** Ends the job, as the standard says. Under fault tolerance Open MPI's ends only its caller. */
  void abort(long comm, int errorCode) throws Exception {
    comm(comm);
    throw universe.abort(errorCode, "rank " + state.rank + " has called abort");
  }

  void setErrhandler(long comm, long errhandler) throws Exception {
    comm(comm).errorHandler = errhandler;
  }

  long getErrhandler(long comm) throws Exception {
    return comm(comm).errorHandler;
  }

  void callErrhandler(long handle, int errorCode) throws Exception {
    Comm comm = comm(handle);
    if (comm.errorHandler != Predefined.ERRORS_RETURN) {
      throw error(comm, errorCode, "callErrhandler");
    }
  }
}
