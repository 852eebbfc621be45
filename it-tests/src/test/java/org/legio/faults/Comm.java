package org.legio.faults;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.Substitute;
import org.legio.ulfm.Collectives;
import org.legio.ulfm.MpiConstants;

/**
 * A communicator of a test program. Its methods are MPI's, of few words; each writes down what went
 * in and what came out, for the model to judge.
 */
final class Comm {

  /** A call on this communicator. */
  @FunctionalInterface
  interface Native {
    void run(Collectives carrier) throws Exception;
  }

  /** A call that makes a communicator. */
  @FunctionalInterface
  interface Making {
    long run() throws Exception;
  }

  private static final long NO_INFO = 0;
  private static final int SHARED = 0;
  private static final int TAG = 3;

  private final Mpi mpi;
  private final long handle;

  /** The same at all members, other for every communicator. */
  private final String name;

  private final int rank;
  private final int[] members;
  private int calls;

  Comm(Mpi mpi, String name, long handle, int rank, int[] members) {
    this.mpi = mpi;
    this.name = name;
    this.handle = handle;
    this.rank = rank;
    this.members = members;
  }

  int rank() {
    return rank;
  }

  int size() {
    return members.length;
  }

  long handle() {
    return handle;
  }

  String name() {
    return name;
  }

  /** The members by original rank, as ranks in the world. */
  int[] members() {
    return members;
  }

  Mpi mpi() {
    return mpi;
  }

  Messages messages() {
    return new Messages(new Messages.Line(mpi, handle, name, name, rank, members));
  }

  Neighborhood neighborhood() {
    return new Neighborhood(this);
  }

  Memories memories() {
    return new Memories(this);
  }

  NonBlocking nonBlocking() {
    return new NonBlocking(this);
  }

  // ------------------------------------------------------------------ collectives

  void barrier() throws Exception {
    observe(call("barrier"), null, c -> c.barrier(handle));
  }

  void bcast(Cells buf, int root) throws Exception {
    Observation o = call("bcast");
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
                root));
  }

  void reduce(@Nullable Cells send, Cells recv, Reduction reduction, int root) throws Exception {
    Observation o = reducing("reduce", send, recv, reduction);
    o.root = root;
    observe(
        o,
        recv,
        c ->
            c.reduce(
                handle,
                memory(send),
                isDirect(send),
                offset(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                recv.count(),
                type(recv),
                baseType(recv),
                operation(reduction, recv),
                operationHandle(reduction, recv),
                root));
  }

  void allReduce(@Nullable Cells send, Cells recv, Reduction reduction) throws Exception {
    observe(
        reducing("allReduce", send, recv, reduction),
        recv,
        c ->
            c.allReduce(
                handle,
                memory(send),
                isDirect(send),
                offset(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                recv.count(),
                type(recv),
                baseType(recv),
                operation(reduction, recv),
                operationHandle(reduction, recv)));
  }

  void scan(@Nullable Cells send, Cells recv, Reduction reduction) throws Exception {
    observe(
        reducing("scan", send, recv, reduction),
        recv,
        c ->
            c.scan(
                handle,
                memory(send),
                isDirect(send),
                offset(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                recv.count(),
                type(recv),
                baseType(recv),
                operation(reduction, recv),
                operationHandle(reduction, recv)));
  }

  void exScan(@Nullable Cells send, Cells recv, Reduction reduction) throws Exception {
    observe(
        reducing("exScan", send, recv, reduction),
        recv,
        c ->
            c.exScan(
                handle,
                memory(send),
                isDirect(send),
                offset(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                recv.count(),
                type(recv),
                baseType(recv),
                operation(reduction, recv),
                operationHandle(reduction, recv)));
  }

  void reduceScatter(@Nullable Cells send, Cells recv, int[] counts, Reduction reduction)
      throws Exception {
    Observation o = reducing("reduceScatter", send, recv, reduction);
    o.recvCounts = counts;
    observe(
        o,
        recv,
        c ->
            c.reduceScatter(
                handle,
                memory(send),
                isDirect(send),
                offset(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                counts,
                type(recv),
                baseType(recv),
                operation(reduction, recv),
                operationHandle(reduction, recv)));
  }

  void reduceScatterBlock(@Nullable Cells send, Cells recv, int count, Reduction reduction)
      throws Exception {
    Observation o = reducing("reduceScatter", send, recv, reduction);
    o.recvCounts = each(count);
    observe(
        o,
        recv,
        c ->
            c.reduceScatterBlock(
                handle,
                memory(send),
                isDirect(send),
                offset(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                count,
                type(recv),
                baseType(recv),
                operation(reduction, recv),
                operationHandle(reduction, recv)));
  }

  /** In place, with null: the root's block lies in its place, the others' at the beginning. */
  void gather(@Nullable Cells send, Cells recv, int count, int root) throws Exception {
    Observation o = call("gather");
    o.root = root;
    o.input = send == null ? recv.values(rank == root ? rank * count : 0, count) : send.values();
    blocks(o, count);
    o.shifts = mpi.shiftsGathered();
    observe(
        o,
        recv,
        c ->
            c.gather(
                handle,
                memory(send),
                isDirect(send),
                offset(send),
                send == null ? 0 : count,
                type(send),
                baseType(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                count,
                type(recv),
                baseType(recv),
                root));
  }

  void gatherv(Cells send, @Nullable Cells recv, int[] counts, int[] displs, int root)
      throws Exception {
    Observation o = call("gather");
    o.root = root;
    o.input = send.values();
    o.recvCounts = counts;
    o.recvDispls = displs;
    observe(
        o,
        recv,
        c ->
            c.gatherv(
                handle,
                send.memory(),
                send.isDirect(),
                send.offsetBytes(),
                send.count(),
                type(send),
                baseType(send),
                memory(recv),
                isDirect(recv),
                offset(recv),
                recv == null ? null : counts,
                recv == null ? null : displs,
                type(recv),
                baseType(recv),
                root));
  }

  void scatter(@Nullable Cells send, Cells recv, int count, int root) throws Exception {
    Observation o = call("scatter");
    o.root = root;
    o.input = send == null ? new long[0] : send.values();
    blocks(o, count);
    o.shifts = mpi.shiftsScattered();
    observe(
        o,
        recv,
        c ->
            c.scatter(
                handle,
                memory(send),
                isDirect(send),
                offset(send),
                count,
                type(recv),
                baseType(recv),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                count,
                type(recv),
                baseType(recv),
                root));
  }

  /** The form with one buffer: the root keeps its block, the others receive at the beginning. */
  void scatterInPlace(Cells buf, int count, int root) throws Exception {
    Observation o = call("scatter");
    o.root = root;
    o.input = buf.values();
    o.keepsOwnBlock = rank == root;
    blocks(o, count);
    o.shifts = mpi.shiftsScattered();
    observe(
        o,
        buf,
        c ->
            c.scatter(
                handle,
                buf.memory(),
                buf.isDirect(),
                buf.offsetBytes(),
                count,
                type(buf),
                baseType(buf),
                null,
                false,
                0,
                0,
                MpiConstants.IN_PLACE,
                0,
                root));
  }

  void scatterv(@Nullable Cells send, int[] counts, int[] displs, Cells recv, int root)
      throws Exception {
    Observation o = call("scatter");
    o.root = root;
    o.input = send == null ? new long[0] : send.values();
    o.sendCounts = counts;
    o.sendDispls = displs;
    observe(
        o,
        recv,
        c ->
            c.scatterv(
                handle,
                memory(send),
                isDirect(send),
                offset(send),
                send == null ? null : counts,
                send == null ? null : displs,
                type(send),
                baseType(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                counts[rank],
                type(recv),
                baseType(recv),
                root));
  }

  void allGather(@Nullable Cells send, Cells recv, int count) throws Exception {
    Observation o = call("allGather");
    o.input = send == null ? recv.values(rank * count, count) : send.values();
    blocks(o, count);
    observe(
        o,
        recv,
        c ->
            c.allGather(
                handle,
                memory(send),
                isDirect(send),
                offset(send),
                send == null ? 0 : count,
                type(send),
                baseType(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                count,
                type(recv),
                baseType(recv)));
  }

  void allGatherv(@Nullable Cells send, Cells recv, int[] counts, int[] displs) throws Exception {
    Observation o = call("allGather");
    o.input = send == null ? recv.values(displs[rank], counts[rank]) : send.values();
    o.recvCounts = counts;
    o.recvDispls = displs;
    observe(
        o,
        recv,
        c ->
            c.allGatherv(
                handle,
                memory(send),
                isDirect(send),
                offset(send),
                send == null ? 0 : send.count(),
                type(send),
                baseType(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                counts,
                displs,
                type(recv),
                baseType(recv)));
  }

  void allToAll(@Nullable Cells send, Cells recv, int count) throws Exception {
    Observation o = call("allToAll");
    o.input = (send == null ? recv : send).values();
    blocks(o, count);
    observe(
        o,
        recv,
        c ->
            c.allToAll(
                handle,
                memory(send),
                isDirect(send),
                offset(send),
                send == null ? 0 : count,
                type(send),
                baseType(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                count,
                type(recv),
                baseType(recv)));
  }

  void allToAllv(
      Cells send, int[] sendCounts, int[] sendDispls, Cells recv, int[] counts, int[] displs)
      throws Exception {
    Observation o = call("allToAll");
    o.input = send.values();
    o.sendCounts = sendCounts;
    o.sendDispls = sendDispls;
    o.recvCounts = counts;
    o.recvDispls = displs;
    observe(
        o,
        recv,
        c ->
            c.allToAllv(
                handle,
                send.memory(),
                send.isDirect(),
                send.offsetBytes(),
                sendCounts,
                sendDispls,
                type(send),
                baseType(send),
                recv.memory(),
                recv.isDirect(),
                recv.offsetBytes(),
                counts,
                displs,
                type(recv),
                baseType(recv)));
  }

  /** Of plain forms. */
  void allToAllw(
      Cells send, int[] sendCounts, int[] sendDispls, Cells recv, int[] counts, int[] displs)
      throws Exception {
    Observation o = call("allToAll");
    o.input = send.values();
    o.sendCounts = sendCounts;
    o.sendDispls = sendDispls;
    o.recvCounts = counts;
    o.recvDispls = displs;
    observe(
        o,
        recv,
        c ->
            mpi.allToAllW()
                .allToAllw(
                    handle,
                    send.memory(),
                    send.isDirect(),
                    new int[size()],
                    sendCounts,
                    bytes(send, sendDispls),
                    types(send),
                    baseTypes(send),
                    recv.memory(),
                    recv.isDirect(),
                    new int[size()],
                    counts,
                    bytes(recv, displs),
                    types(recv),
                    baseTypes(recv)));
  }

  static int[] bytes(Cells cells, int[] displs) {
    return Arrays.stream(displs).map(items -> items * cells.form().element().bytes()).toArray();
  }

  long[] types(Cells cells) throws Exception {
    long[] types = new long[size()];
    Arrays.fill(types, type(cells));
    return types;
  }

  private int[] baseTypes(Cells cells) {
    int[] types = new int[size()];
    Arrays.fill(types, baseType(cells));
    return types;
  }

  // ------------------------------------------------------------------ communicators

  Comm dup() throws Exception {
    return made(call("dup"), "", () -> mpi.communicators().dup(handle));
  }

  Comm dupWithInfo() throws Exception {
    return made(call("dup"), "", () -> mpi.communicators().dupWithInfo(handle, NO_INFO));
  }

  /** Started and waited for. */
  Comm iDup() throws Exception {
    return made(
        call("dup"),
        "",
        () -> {
          long[] made = mpi.communicators().iDup(handle);
          mpi.requests().waitFor(made[1]);
          return made[0];
        });
  }

  /** Of those who share memory: in this runtime, of all. */
  Comm splitType(int key) throws Exception {
    Observation o = call("split");
    o.input = new long[] {0, key};
    return made(o, "", () -> mpi.communicators().splitType(handle, SHARED, key, NO_INFO));
  }

  /** Of some of the members, who alone call it. */
  Comm createGroup(int... ranks) throws Exception {
    Observation o = call("createGroup");
    int[] worldRanks = Arrays.stream(ranks).map(r -> members[r]).toArray();
    o.input = Arrays.stream(worldRanks).asLongStream().toArray();
    long group = mpi.group(worldRanks);
    try {
      return made(o, "/" + ranks[0], () -> mpi.communicators().createGroup(handle, group, TAG));
    } finally {
      mpi.freeGroup(group);
    }
  }

  /** Null for a negative color. */
  @Nullable Comm split(int color, int key) throws Exception {
    Observation o = call("split");
    o.input = new long[] {color, key};
    return made(
        o,
        "/" + color,
        () -> mpi.communicators().split(handle, color < 0 ? MpiConstants.UNDEFINED : color, key));
  }

  /** Of some of the members; null at the others. */
  @Nullable Comm create(int... ranks) throws Exception {
    Observation o = call("create");
    int[] worldRanks = Arrays.stream(ranks).map(r -> members[r]).toArray();
    o.input = Arrays.stream(worldRanks).asLongStream().toArray();
    long group = mpi.group(worldRanks);
    try {
      return made(o, "", () -> mpi.communicators().create(handle, group));
    } finally {
      mpi.freeGroup(group);
    }
  }

  void free() throws Exception {
    mpi.freed(this);
    mpi.communicators().free(handle);
  }

  /** As {@link #free}, by another name. */
  void disconnect() throws Exception {
    mpi.freed(this);
    mpi.communicators().disconnect(handle);
  }

  // ------------------------------------------------------------------ several as one

  /** Some of this communicator's calls that succeed together; begun anew when a death disturbs. */
  void block(Substitute.Block block) throws Exception {
    int callsBefore = calls;
    mpi.questions()
        .block(
            mpi.holder(handle),
            () -> {
              mpi.log().beginBlock();
              calls = callsBefore;
              block.run();
            });
    mpi.log().endBlock();
  }

  // ------------------------------------------------------------------ observing

  Observation call(String call) {
    return new Observation(call, name, calls++, rank, members);
  }

  Observation reducing(String call, @Nullable Cells send, Cells recv, Reduction reduction) {
    Observation o = call(call);
    o.reduction = reduction;
    o.input = (send == null ? recv : send).values();
    return o;
  }

  void blocks(Observation o, int count) {
    o.sendCounts = each(count);
    o.recvCounts = o.sendCounts;
    o.sendDispls = IntStream.range(0, size()).map(r -> r * count).toArray();
    o.recvDispls = o.sendDispls;
  }

  int[] each(int count) {
    int[] counts = new int[size()];
    Arrays.fill(counts, count);
    return counts;
  }

  void observe(Observation o, @Nullable Cells recv, Native call) throws Exception {
    mpi.observe(o, recv, () -> call.run(mpi.collectives(handle)));
  }

  @Nullable Comm made(Observation o, String part, Making making) throws Exception {
    mpi.log().entered(o);
    long made = making.run();
    Comm comm = mpi.adopt(name + "." + o.call + o.sequence + part, made);
    o.after = comm == null ? new long[0] : Rules.described(comm.rank, comm.members);
    mpi.log().returned(o);
    return comm;
  }

  long type(@Nullable Cells cells) throws Exception {
    return cells == null ? MpiConstants.IN_PLACE : mpi.fabric().type(cells.form());
  }

  int baseType(@Nullable Cells cells) {
    return cells == null ? 0 : mpi.fabric().baseType(cells.form());
  }

  Object operation(Reduction reduction, Cells cells) throws Exception {
    return mpi.fabric().operation(reduction, cells.form());
  }

  long operationHandle(Reduction reduction, Cells cells) throws Exception {
    return mpi.fabric().operationHandle(reduction, cells.form());
  }

  static @Nullable Object memory(@Nullable Cells cells) {
    return cells == null ? null : cells.memory();
  }

  static boolean isDirect(@Nullable Cells cells) {
    return cells != null && cells.isDirect();
  }

  static int offset(@Nullable Cells cells) {
    return cells == null ? 0 : cells.offsetBytes();
  }
}
