package org.legio.runtime.engine;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.runtime.engine.datatype.Datatype;
import org.legio.runtime.engine.datatype.Items;

/** The natives that only communicators of two groups have. */
final class IntercommunicatorCalls extends Calls {
  private static final int FIRST_TAG = -2_000_000;

  /** Where in a side's description its members begin, behind the context and the number. */
  private static final int FIRST_MEMBER = 3;

  private final CommMaker maker;

  IntercommunicatorCalls(RankState state) {
    super(state);
    this.maker = new CommMaker(state);
  }

  /**
   * Makes a communicator of two groups: the leaders exchange their groups over the peer
   * communicator and tell their own members.
   */
  long createIntercomm(long peerComm, long comm, int localLeader, int remoteLeader, int tag)
      throws Exception {
    Comm local = comm(comm);
    requireRoot(local, localLeader);
    CommMaker.Side own =
        new CommMaker.Side(local.context.id, local.nextCreation(), local.context.group);
    int[] lengths = new int[] {0};
    int[] remote = new int[0];
    if (local.rank == localLeader) {
      Comm peer = comm(peerComm);
      requirePartner(peer, remoteLeader, false);
      remote = exchangeLeaders(peer, remoteLeader, tag, ints(own));
      lengths[0] = remote.length;
    }
    lengths = tell(local, localLeader, lengths, 1);
    remote = tell(local, localLeader, remote, lengths[0]);
    return maker.adoptInter(local, own, side(remote)).handle;
  }

  /** What a leader tells the other one of its group. */
  private static int[] ints(CommMaker.Side side) {
    int[] ints = new int[FIRST_MEMBER + side.members.length];
    ints[0] = (int) (side.parent >>> Integer.SIZE);
    ints[1] = (int) side.parent;
    ints[2] = side.number;
    System.arraycopy(side.members, 0, ints, FIRST_MEMBER, side.members.length);
    return ints;
  }

  private static CommMaker.Side side(int[] ints) {
    long parent = ((long) ints[0] << Integer.SIZE) | Integer.toUnsignedLong(ints[1]);
    return new CommMaker.Side(parent, ints[2], Arrays.copyOfRange(ints, FIRST_MEMBER, ints.length));
  }

  private int[] exchangeLeaders(Comm peer, int remoteLeader, int tag, int[] own) throws Exception {
    int[][] theirs = new int[1][];
    Schedule schedule = new Schedule(state, peer, "createIntercomm", FIRST_TAG - tag);
    schedule
        .send(remoteLeader, () -> bytes(own))
        .receive(remoteLeader, Integer.MAX_VALUE, data -> theirs[0] = ints(data));
    run(schedule, "createIntercomm");
    return theirs[0];
  }

  private int[] tell(Comm local, int leader, int[] values, int length) throws Exception {
    byte[] data = Arrays.copyOf(bytes(values), length * Integer.BYTES);
    Items items = new Items(data, 0, data.length, Datatype.of(Basic.BYTE));
    run(new Schedules(state, local).bcast(items, leader), "createIntercomm");
    return ints(data);
  }

  private static byte[] bytes(int[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
    bytes.asIntBuffer().put(values);
    return bytes.array();
  }

  private static int[] ints(byte[] data) {
    int[] values = new int[data.length / Integer.BYTES];
    ByteBuffer.wrap(data).asIntBuffer().get(values);
    return values;
  }

  private Comm inter(Object self) throws Exception {
    Comm comm = comm(state.binding.commHandle(self));
    if (!comm.context.isInter()) {
      throw error(comm, MpiError.COMM, comm + " has but one group");
    }
    return comm;
  }

  int getRemoteSize(Object self) throws Exception {
    return inter(self).partners();
  }

  long getRemoteGroup(Object self) throws Exception {
    return newGroup(inter(self).context.remote);
  }

  /**
   * Merges both groups: each rank tells each rank of the other group which group goes first. If
   * both say the same, MPI leaves the order open; it is then that of Open MPI.
   */
  long merge(Object self, boolean high) throws Exception {
    Comm inter = inter(self);
    boolean[] theirsIsHigh = {false};
    Schedule schedule = new Schedule(state, inter, "merge");
    for (int partner = 0; partner < inter.partners(); partner++) {
      schedule
          .send(partner, () -> new byte[] {(byte) (high ? 1 : 0)})
          .receive(partner, 1, data -> theirsIsHigh[0] = data[0] != 0);
    }
    run(schedule, "merge");
    int[] own = inter.context.group;
    int[] remote = inter.context.remote;
    boolean isFirst = high == theirsIsHigh[0] ? own[0] > remote[0] : !high;
    int[] members = isFirst ? joined(own, remote) : joined(remote, own);
    return maker.adopt(inter, "merge", inter.nextCreation(), members).handle;
  }

  private static int[] joined(int[] first, int[] second) {
    return IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
  }

  /** Returns no communicator, because the runtime spawns no ranks. */
  long getParent() {
    return Predefined.COMM_NULL;
  }
}
