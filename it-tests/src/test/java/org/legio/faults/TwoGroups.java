package org.legio.faults;

import java.nio.Buffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MpiConstants;

/**
 * A communicator of two groups of a test program. Each call writes down what went in and what came
 * out, as one operation of both groups, whose ranks are those of the world.
 */
final class TwoGroups {
  private static final int TAG = 7;

  private final Mpi mpi;
  private final String name;
  private final long handle;
  private final int rank;

  /** Both groups, as ranks in the world. */
  private final int[] local;

  private final int[] remote;
  private int calls;

  private TwoGroups(Mpi mpi, String name, long handle, int[] local, int[] remote) {
    this.mpi = mpi;
    this.name = name;
    this.handle = handle;
    this.local = local;
    this.remote = remote;
    this.rank = Rules.indexOf(local, mpi.rank());
  }

  /**
   * Makes one, of two communicators with a leader each.
   *
   * @param localLeader by its rank in the local communicator
   * @param remoteLeader by its rank in the world
   * @return null if that has failed, as it does when a leader is dead
   */
  static @Nullable TwoGroups make(Mpi mpi, Comm part, int localLeader, int remoteLeader)
      throws Exception {
    Observation o = mpi.world().call("createIntercomm");
    o.local = part.members();
    o.input = new long[] {part.members()[localLeader], remoteLeader};
    mpi.log().entered(o);
    TwoGroups made = null;
    try {
      long handle =
          mpi.intercommunicators()
              .createIntercomm(mpi.world().handle(), part.handle(), localLeader, remoteLeader, TAG);
      made = adopted(mpi, "across" + o.sequence, handle);
      o.after = made.described();
    } catch (Exception e) {
      if (mpi.binding().errorCode(e) != MpiConstants.ERR_PROC_FAILED) {
        throw e;
      }
      o.after = new long[] {-MpiConstants.ERR_PROC_FAILED};
    }
    mpi.log().returned(o);
    return made;
  }

  private static TwoGroups adopted(Mpi mpi, String name, long handle) throws Exception {
    Object self = mpi.holder(handle);
    int[] local = mpi.membersOf(mpi.communicators().getGroup(handle));
    int[] remote = mpi.membersOf(mpi.intercommunicators().getRemoteGroup(self));
    if (!mpi.intercommunicators().isInter(handle)
        || mpi.communicators().getSize(handle) != local.length
        || mpi.intercommunicators().getRemoteSize(self) != remote.length) {
      mpi.log().wrong(name + " is no communicator of as many as are in its groups");
    }
    return new TwoGroups(mpi, name, handle, local, remote);
  }

  private long[] described() throws Exception {
    int size = local.length;
    int[] both = Arrays.copyOf(local, size + remote.length);
    System.arraycopy(remote, 0, both, size, remote.length);
    return Rules.described(mpi.communicators().getRank(handle), both);
  }

  Mpi mpi() {
    return mpi;
  }

  int rank() {
    return rank;
  }

  int[] local() {
    return local;
  }

  int[] remote() {
    return remote;
  }

  boolean isLocal(int worldRank) {
    return Rules.indexOf(local, worldRank) >= 0;
  }

  Messages messages() {
    return new Messages(new Messages.Line(mpi, handle, from(local), from(remote), rank, remote));
  }

  private String from(int[] group) {
    return name + " from " + group[0];
  }

  // ------------------------------------------------------------------ making

  TwoGroups dup() throws Exception {
    Observation o = call("dupOfTwo");
    o.input = described();
    mpi.log().entered(o);
    TwoGroups made = adopted(mpi, name + ".dup" + o.sequence, mpi.communicators().dup(handle));
    o.after = made.described();
    mpi.log().returned(o);
    return made;
  }

  /** Into one group; that of those who are high comes last. */
  Comm merge(boolean high) throws Exception {
    Observation o = call("merge");
    o.input = new long[] {high ? 1 : 0};
    mpi.log().entered(o);
    long made = mpi.intercommunicators().merge(mpi.holder(handle), high);
    Comm comm = Objects.requireNonNull(mpi.adopt(name + ".merge" + o.sequence, made));
    o.after = Rules.described(comm.rank(), comm.members());
    mpi.log().returned(o);
    return comm;
  }

  void free() throws Exception {
    mpi.communicators().free(handle);
  }

  /** As {@link #free}, by another name. */
  void disconnect() throws Exception {
    mpi.communicators().disconnect(handle);
  }

  // ------------------------------------------------------------------ collectives

  void barrier() throws Exception {
    observe(call("barrier"), null, c -> c.barrier(handle));
  }

  /** From a rank of the world to all of the group it is not in. */
  void bcast(Cells buf, int root) throws Exception {
    Observation o = call("bcastToOther");
    o.root = root;
    o.input = buf.values();
    observe(
        o,
        buf,
        c ->
            c.bcast(
                handle,
                buf.memory(),
                buf.isDirect(),
                buf.offsetBytes(),
                buf.count(),
                type(buf),
                baseType(buf),
                argument(root)));
  }

  /** To a rank of the world from all of the other group. */
  void gather(Cells send, Cells recv, int count, int root) throws Exception {
    Observation o = blocks("gatherFromOther", send, count);
    o.root = root;
    observe(
        o,
        recv,
        c ->
            c.gather(
                handle,
                send.memory(),
                send.isDirect(),
                send.offsetBytes(),
                count,
                type(send),
                baseType(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                count,
                type(recv),
                baseType(recv),
                argument(root)));
  }

  void scatter(Cells send, Cells recv, int count, int root) throws Exception {
    Observation o = blocks("scatterToOther", send, count);
    o.root = root;
    observe(
        o,
        recv,
        c ->
            c.scatter(
                handle,
                send.memory(),
                send.isDirect(),
                send.offsetBytes(),
                count,
                type(send),
                baseType(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                count,
                type(recv),
                baseType(recv),
                argument(root)));
  }

  void allGather(Cells send, Cells recv, int count) throws Exception {
    observe(
        blocks("allGatherFromOther", send, count),
        recv,
        c ->
            c.allGather(
                handle,
                send.memory(),
                send.isDirect(),
                send.offsetBytes(),
                count,
                type(send),
                baseType(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                count,
                type(recv),
                baseType(recv)));
  }

  void allToAll(Cells send, Cells recv, int count) throws Exception {
    observe(
        blocks("allToAllOfOther", send, count),
        recv,
        c ->
            c.allToAll(
                handle,
                send.memory(),
                send.isDirect(),
                send.offsetBytes(),
                count,
                type(send),
                baseType(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                count,
                type(recv),
                baseType(recv)));
  }

  /** As {@link #allToAll}, with a type for each block. */
  void allToAllw(Cells send, Cells recv, int count) throws Exception {
    Observation o = blocks("allToAllOfOther", send, count);
    observe(
        o,
        recv,
        c ->
            mpi.allToAllW()
                .allToAllw(
                    handle,
                    send.memory(),
                    send.isDirect(),
                    new int[remote.length],
                    o.sendCounts,
                    bytes(send, o.sendDispls),
                    types(send),
                    baseTypes(send),
                    recv.memory(),
                    recv.isDirect(),
                    new int[remote.length],
                    o.recvCounts,
                    bytes(recv, o.recvDispls),
                    types(recv),
                    baseTypes(recv)));
  }

  /** To a rank of the world from all of the other group. */
  void reduce(Cells send, Cells recv, Reduction reduction, int root) throws Exception {
    Observation o = reducing("reduceOfOther", send, reduction);
    o.root = root;
    observe(
        o,
        recv,
        c ->
            c.reduce(
                handle,
                send.memory(),
                send.isDirect(),
                send.offsetBytes(),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                recv.count(),
                type(recv),
                baseType(recv),
                mpi.fabric().operation(reduction, recv.form()),
                mpi.fabric().operationHandle(reduction, recv.form()),
                argument(root)));
  }

  void allReduce(Cells send, Cells recv, Reduction reduction) throws Exception {
    observe(
        reducing("allReduceOfOther", send, reduction),
        recv,
        c ->
            c.allReduce(
                handle,
                send.memory(),
                send.isDirect(),
                send.offsetBytes(),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                recv.count(),
                type(recv),
                baseType(recv),
                mpi.fabric().operation(reduction, recv.form()),
                mpi.fabric().operationHandle(reduction, recv.form())));
  }

  void reduceScatterBlock(Cells send, Cells recv, int count) throws Exception {
    Observation o = reducing("reduceScatterOfOther", send, Reduction.SUM);
    o.recvCounts = new int[] {count};
    observe(
        o,
        recv,
        c ->
            c.reduceScatterBlock(
                handle,
                send.memory(),
                send.isDirect(),
                send.offsetBytes(),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                count,
                type(recv),
                baseType(recv),
                mpi.fabric().operation(Reduction.SUM, recv.form()),
                mpi.fabric().operationHandle(Reduction.SUM, recv.form())));
  }

  /** Started and waited for; buffers are direct. */
  void iAllReduce(Cells send, Cells recv) throws Exception {
    Observation o = reducing("allReduceOfOther", send, Reduction.SUM);
    observe(
        o,
        recv,
        c ->
            mpi.requests()
                .waitFor(
                    mpi.nonBlocking(handle)
                        .iAllReduce(
                            handle,
                            (Buffer) send.memory(),
                            (Buffer) recv.memory(),
                            recv.count(),
                            type(recv),
                            baseType(recv),
                            mpi.fabric().operation(Reduction.SUM, recv.form()),
                            mpi.fabric().operationHandle(Reduction.SUM, recv.form()))));
  }

  /** Likewise, of {@link #allToAllw}. */
  void iAllToAllw(Cells send, Cells recv, int count) throws Exception {
    Observation o = blocks("allToAllOfOther", send, count);
    observe(
        o,
        recv,
        c ->
            mpi.requests()
                .waitFor(
                    mpi.nonBlocking(handle)
                        .iAllToAllw(
                            handle,
                            (Buffer) send.memory(),
                            o.sendCounts,
                            bytes(send, o.sendDispls),
                            types(send),
                            (Buffer) recv.memory(),
                            o.recvCounts,
                            bytes(recv, o.recvDispls),
                            types(recv))));
  }

  // ------------------------------------------------------------------ observing

  /** How the standard has a root be named: by its own group, and by the other. */
  private int argument(int root) {
    if (root == mpi.rank()) {
      return MpiConstants.ROOT;
    }
    return isLocal(root) ? MpiConstants.PROC_NULL : Rules.indexOf(remote, root);
  }

  private Observation call(String call) {
    int[] all = IntStream.range(0, mpi.size()).toArray();
    Observation o = new Observation(call, name, calls++, mpi.rank(), all);
    o.local = local;
    o.remote = remote;
    return o;
  }

  private Observation blocks(String call, Cells send, int count) {
    Observation o = call(call);
    o.input = send.values();
    o.sendCounts = new int[remote.length];
    Arrays.fill(o.sendCounts, count);
    o.recvCounts = o.sendCounts;
    o.sendDispls = IntStream.range(0, remote.length).map(each -> each * count).toArray();
    o.recvDispls = o.sendDispls;
    return o;
  }

  private Observation reducing(String call, Cells send, Reduction reduction) {
    Observation o = call(call);
    o.reduction = reduction;
    o.input = send.values();
    return o;
  }

  private void observe(Observation o, @Nullable Cells recv, Comm.Native call) throws Exception {
    mpi.observe(o, recv, () -> call.run(mpi.collectives(handle)));
  }

  private long type(Cells cells) throws Exception {
    return mpi.fabric().type(cells.form());
  }

  private int baseType(Cells cells) {
    return mpi.fabric().baseType(cells.form());
  }

  private long[] types(Cells cells) throws Exception {
    long[] types = new long[remote.length];
    Arrays.fill(types, type(cells));
    return types;
  }

  private int[] baseTypes(Cells cells) {
    int[] types = new int[remote.length];
    Arrays.fill(types, baseType(cells));
    return types;
  }

  private static int[] bytes(Cells cells, int[] displs) {
    return Comm.bytes(cells, displs);
  }
}
