package org.legio.faults;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import org.legio.core.Setting;
import org.legio.ulfm.NonBlockingCollectives;

/**
 * The non-blocking collective operations on a communicator of a test program. Each writes down what
 * went in; what came out is written down when its request is over. Buffers are direct.
 */
final class NonBlocking {

  /** A call that starts an operation. */
  @FunctionalInterface
  private interface Starting {
    long run(NonBlockingCollectives carrier) throws Exception;
  }

  private final Comm comm;
  private final Mpi mpi;
  private final long handle;

  NonBlocking(Comm comm) {
    this.comm = comm;
    this.mpi = comm.mpi();
    this.handle = comm.handle();
  }

  Pending iBarrier() throws Exception {
    return start(comm.call("barrier"), null, c -> c.iBarrier(handle));
  }

  Pending iBcast(Cells buf, int root) throws Exception {
    Observation o = comm.call("bcast");
    o.root = root;
    o.input = buf.values();
    return start(o, buf, c -> c.iBcast(handle, memory(buf), buf.count(), comm.type(buf), root));
  }

  Pending iReduce(@Nullable Cells send, Cells recv, Reduction reduction, int root)
      throws Exception {
    Observation o = comm.reducing("reduce", send, recv, reduction);
    o.root = root;
    return start(
        o,
        recv,
        c ->
            c.iReduce(
                handle,
                memory(send),
                memory(recv),
                recv.count(),
                comm.type(recv),
                comm.baseType(recv),
                comm.operation(reduction, recv),
                comm.operationHandle(reduction, recv),
                root));
  }

  Pending iAllReduce(@Nullable Cells send, Cells recv, Reduction reduction) throws Exception {
    return start(
        comm.reducing("allReduce", send, recv, reduction),
        recv,
        c ->
            c.iAllReduce(
                handle,
                memory(send),
                memory(recv),
                recv.count(),
                comm.type(recv),
                comm.baseType(recv),
                comm.operation(reduction, recv),
                comm.operationHandle(reduction, recv)));
  }

  Pending iScan(@Nullable Cells send, Cells recv, Reduction reduction) throws Exception {
    return start(
        comm.reducing("scan", send, recv, reduction),
        recv,
        c ->
            c.iScan(
                handle,
                memory(send),
                memory(recv),
                recv.count(),
                comm.type(recv),
                comm.baseType(recv),
                comm.operation(reduction, recv),
                comm.operationHandle(reduction, recv)));
  }

  Pending iExScan(@Nullable Cells send, Cells recv, Reduction reduction) throws Exception {
    return start(
        comm.reducing("exScan", send, recv, reduction),
        recv,
        c ->
            c.iExScan(
                handle,
                memory(send),
                memory(recv),
                recv.count(),
                comm.type(recv),
                comm.baseType(recv),
                comm.operation(reduction, recv),
                comm.operationHandle(reduction, recv)));
  }

  Pending iReduceScatter(@Nullable Cells send, Cells recv, int[] counts, Reduction reduction)
      throws Exception {
    Observation o = comm.reducing("reduceScatter", send, recv, reduction);
    o.recvCounts = counts;
    return start(
        o,
        recv,
        c ->
            c.iReduceScatter(
                handle,
                memory(send),
                memory(recv),
                counts,
                comm.type(recv),
                comm.baseType(recv),
                comm.operation(reduction, recv),
                comm.operationHandle(reduction, recv)));
  }

  Pending iReduceScatterBlock(@Nullable Cells send, Cells recv, int count, Reduction reduction)
      throws Exception {
    Observation o = comm.reducing("reduceScatter", send, recv, reduction);
    o.recvCounts = comm.each(count);
    return start(
        o,
        recv,
        c ->
            c.iReduceScatterBlock(
                handle,
                memory(send),
                memory(recv),
                count,
                comm.type(recv),
                comm.baseType(recv),
                comm.operation(reduction, recv),
                comm.operationHandle(reduction, recv)));
  }

  Pending iGather(Cells send, Cells recv, int count, int root) throws Exception {
    Observation o = comm.call("gather");
    o.root = root;
    o.input = send.values();
    comm.blocks(o, count);
    return start(
        o,
        recv,
        c ->
            c.iGather(
                handle,
                memory(send),
                count,
                comm.type(send),
                memory(recv),
                count,
                comm.type(recv),
                root));
  }

  Pending iGatherv(Cells send, Cells recv, int[] counts, int[] displs, int root) throws Exception {
    Observation o = comm.call("gather");
    o.root = root;
    o.input = send.values();
    o.recvCounts = counts;
    o.recvDispls = displs;
    return start(
        o,
        recv,
        c ->
            c.iGatherv(
                handle,
                memory(send),
                send.count(),
                comm.type(send),
                memory(recv),
                counts,
                displs,
                comm.type(recv),
                root));
  }

  Pending iScatter(Cells send, Cells recv, int count, int root) throws Exception {
    Observation o = comm.call("scatter");
    o.root = root;
    o.input = send.values();
    comm.blocks(o, count);
    return start(
        o,
        recv,
        c ->
            c.iScatter(
                handle,
                memory(send),
                count,
                comm.type(send),
                memory(recv),
                count,
                comm.type(recv),
                root));
  }

  Pending iScatterv(Cells send, int[] counts, int[] displs, Cells recv, int root) throws Exception {
    Observation o = comm.call("scatter");
    o.root = root;
    o.input = send.values();
    o.sendCounts = counts;
    o.sendDispls = displs;
    return start(
        o,
        recv,
        c ->
            c.iScatterv(
                handle,
                memory(send),
                counts,
                displs,
                comm.type(send),
                memory(recv),
                recv.count(),
                comm.type(recv),
                root));
  }

  Pending iAllGather(@Nullable Cells send, Cells recv, int count) throws Exception {
    Observation o = comm.call("allGather");
    o.input = send == null ? recv.values(comm.rank() * count, count) : send.values();
    comm.blocks(o, count);
    return start(
        o,
        recv,
        c ->
            c.iAllGather(
                handle,
                memory(send),
                send == null ? 0 : count,
                comm.type(send),
                memory(recv),
                count,
                comm.type(recv)));
  }

  Pending iAllGatherv(Cells send, Cells recv, int[] counts, int[] displs) throws Exception {
    Observation o = comm.call("allGather");
    o.input = send.values();
    o.recvCounts = counts;
    o.recvDispls = displs;
    return start(
        o,
        recv,
        c ->
            c.iAllGatherv(
                handle,
                memory(send),
                send.count(),
                comm.type(send),
                memory(recv),
                counts,
                displs,
                comm.type(recv)));
  }

  Pending iAllToAll(@Nullable Cells send, Cells recv, int count) throws Exception {
    Observation o = comm.call("allToAll");
    o.input = (send == null ? recv : send).values();
    comm.blocks(o, count);
    return start(
        o,
        recv,
        c ->
            c.iAllToAll(
                handle,
                memory(send),
                send == null ? 0 : count,
                comm.type(send),
                memory(recv),
                count,
                comm.type(recv)));
  }

  Pending iAllToAllv(
      Cells send, int[] sendCounts, int[] sendDispls, Cells recv, int[] counts, int[] displs)
      throws Exception {
    Observation o = comm.call("allToAll");
    o.input = send.values();
    o.sendCounts = sendCounts;
    o.sendDispls = sendDispls;
    o.recvCounts = counts;
    o.recvDispls = displs;
    return start(
        o,
        recv,
        c ->
            c.iAllToAllv(
                handle,
                memory(send),
                sendCounts,
                sendDispls,
                comm.type(send),
                memory(recv),
                counts,
                displs,
                comm.type(recv)));
  }

  /** Of plain forms. */
  Pending iAllToAllw(
      Cells send, int[] sendCounts, int[] sendDispls, Cells recv, int[] counts, int[] displs)
      throws Exception {
    Observation o = comm.call("allToAll");
    o.input = send.values();
    o.sendCounts = sendCounts;
    o.sendDispls = sendDispls;
    o.recvCounts = counts;
    o.recvDispls = displs;
    return start(
        o,
        recv,
        c ->
            c.iAllToAllw(
                handle,
                memory(send),
                sendCounts,
                Comm.bytes(send, sendDispls),
                comm.types(send),
                memory(recv),
                counts,
                Comm.bytes(recv, displs),
                comm.types(recv)));
  }

  // ------------------------------------------------------------------ observing

  private Pending start(Observation o, @Nullable Cells recv, Starting call) throws Exception {
    o.before = recv == null ? new long[0] : recv.values();
    mpi.log().entered(o);
    long request = call.run(mpi.nonBlocking(handle));
    mpi.log().done();
    return Pending.operation(request, attempt(o), () -> over(o, recv));
  }

  private void over(Observation o, @Nullable Cells recv) {
    o.after = recv == null ? new long[0] : recv.values();
    mpi.log().returned(o);
    if (recv != null && !recv.isIntactAround()) {
      mpi.log().wrong(o.call + " on " + o.key() + " has written around its buffer " + recv);
    }
  }

  private static Log.Attempt attempt(Observation o) {
    Setting policy = Rules.of(o.call).policy();
    return policy == null
        ? new Log.Attempt(o.call, new int[0])
        : new Log.Attempt(o.call, new int[] {o.members[o.root]}, policy);
  }

  private static @Nullable Buffer memory(@Nullable Cells cells) {
    return cells == null ? null : (Buffer) cells.memory();
  }
}
