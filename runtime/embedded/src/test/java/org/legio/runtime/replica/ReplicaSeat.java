package org.legio.runtime.replica;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.Natives;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.process.EmbeddedUlfm;
import org.legio.runtime.process.EmbeddedUniverse;
import org.legio.runtime.process.LockedUlfm;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Step;
import org.legio.ulfm.ports.Board;
import org.legio.ulfm.ports.BoardMemory;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;
import org.legio.ulfm.ports.Ulfm;

/** What a program calls in a process of a {@link SimulatedJob}. */
public final class ReplicaSeat {
  private static final int STATUS_FIELDS = 6;
  private static final int SOURCE = 0;

  public final Pmpi pmpi;
  final Ulfm ulfm;
  final long world;
  final int rank;
  final int size;
  private final ReplicaStrand process;
  private final EmbeddedUniverse universe;
  private final long intType;
  private final long sum;

  public ReplicaSeat(ReplicaStrand process, JobMemory job) throws Exception {
    this.process = process;
    this.universe =
        new EmbeddedUniverse(
            job, process.number(), process.isRestarted(), Basics::binding, process);
    RankState state = universe.state();
    this.pmpi = Natives.of(state);
    pmpi.init(new String[0]);
    this.ulfm = new LockedUlfm(universe.engine(), new EmbeddedUlfm(universe, universe.newBallot()));
    this.world = state.world.handle;
    this.rank = state.rank;
    this.size = universe.size();
    this.intType = Basics.INT_TYPE;
    this.sum = state.binding().sum();
    pmpi.setErrhandler(world, Basics.ERRORS_RETURN);
  }

  /** Notes what the program is told; all replicas are told the same. */
  void told(Object what) {
    process.told().add(String.valueOf(what));
  }

  /** Prints a line. */
  void print(String line) {
    process.print(line);
  }

  /** What this rank had reached when it took its last checkpoint; null if it starts afresh. */
  int @Nullable [] restored() {
    return universe.job().restored().map(ReplicaSeat::intsOf).orElse(null);
  }

  /** This rank could continue from here. */
  void checkpoint(int... reached) {
    ByteBuffer bytes = ByteBuffer.allocate(reached.length * Integer.BYTES);
    bytes.asIntBuffer().put(reached);
    universe.job().checkpoint(bytes::array);
  }

  private static int[] intsOf(byte[] bytes) {
    int[] ints = new int[bytes.length / Integer.BYTES];
    ByteBuffer.wrap(bytes).asIntBuffer().get(ints);
    return ints;
  }

  /** The number of its process. */
  int process() {
    return process.number();
  }

  /** Whether this is a process's second life. */
  boolean isRestarted() {
    return process.isRestarted();
  }

  /** Does for a while what needs no MPI: others run, and what works aside does. */
  void compute() {
    process.step(Step.WAIT);
    universe.engine().pollAside();
  }

  // ------------------------------------------------------------------ files

  private String path(String name) {
    return process.folder().resolve(name).toString();
  }

  ReplicaFile open(long comm, String name, int mode) throws Exception {
    return new ReplicaFile(pmpi, pmpi.fileOpen(comm, path(name), mode, 0));
  }

  /** Makes a file; false if another rank has. */
  boolean make(String name) throws Exception {
    try {
      open(universe.state().self.handle, name, ReplicaFile.ANEW).close();
      return true;
    } catch (Exception e) { // the binding's own
      told(e);
      return false;
    }
  }

  /** Removes a file; false if it is not there. */
  boolean delete(String name) throws Exception {
    try {
      pmpi.fileDelete(path(name), 0);
      return true;
    } catch (Exception e) { // the binding's own
      told(e);
      return false;
    }
  }

  // ------------------------------------------------------------------ messages

  void send(long comm, int to, int tag, int... data) throws Exception {
    MessageCall call = new MessageCall().of(PointToPoint.SEND).to(to, tag);
    call.sent().at(data, false).items(data.length, intType, Basics.INT);
    pmpi.message(comm, call);
  }

  /** Receives; returns who has sent. */
  int recv(long comm, int from, int tag, int[] data) throws Exception {
    long[] status = new long[STATUS_FIELDS];
    MessageCall call = new MessageCall().of(PointToPoint.RECEIVE).from(from, tag).status(status);
    call.received().at(data, false).items(data.length, intType, Basics.INT);
    pmpi.message(comm, call);
    return (int) status[SOURCE];
  }

  /** Memory for a call that does not block. */
  static IntBuffer ints(int count) {
    return ByteBuffer.allocateDirect(count * Integer.BYTES)
        .order(ByteOrder.nativeOrder())
        .asIntBuffer();
  }

  long iRecv(long comm, int from, int tag, IntBuffer data) throws Exception {
    MessageCall call = new MessageCall().of(PointToPoint.RECEIVE).from(from, tag);
    call.received().at(data).items(data.capacity(), intType);
    return pmpi.startMessage(comm, call);
  }

  long iSend(long comm, int to, int tag, IntBuffer data) throws Exception {
    MessageCall call = new MessageCall().of(PointToPoint.SEND).to(to, tag);
    call.sent().at(data).items(data.capacity(), intType);
    return pmpi.startMessage(comm, call);
  }

  // ------------------------------------------------------------------ collectives

  int[] allReduce(long comm, int... data) throws Exception {
    int[] all = new int[data.length];
    CollectiveCall call = new CollectiveCall().of(Collective.ALL_REDUCE).reduction(Basics.SUM, sum);
    call.sent().at(data, false);
    call.received().at(all, false).items(data.length, intType, Basics.INT);
    pmpi.collective(comm, call);
    return all;
  }

  /** Begins a sum over all; returns the request. */
  long startAllReduce(long comm, IntBuffer data, IntBuffer all) throws Exception {
    CollectiveCall call = new CollectiveCall().of(Collective.ALL_REDUCE).reduction(Basics.SUM, sum);
    call.sent().at(data, true);
    call.received().at(all, true).items(data.capacity(), intType, Basics.INT);
    return pmpi.startCollective(comm, call);
  }

  int[] allGather(long comm, int value) throws Exception {
    int[] all = new int[pmpi.getSize(comm)];
    CollectiveCall call = new CollectiveCall().of(Collective.ALL_GATHER);
    call.sent().at(new int[] {value}, false).items(1, intType, Basics.INT);
    call.received().at(all, false).items(1, intType, Basics.INT);
    pmpi.collective(comm, call);
    return all;
  }

  /** Makes a board of all ranks; null if rank 0 has died before it has told the others of it. */
  @Nullable Board boardUnlessDead() {
    BoardMemory boards = universe.engine().boardMemory().orElseThrow();
    int claim = ulfm.agreeOnFlags(world, rank == 0 ? boards.claim(size) : -1);
    return claim <= 0 ? null : boards.take(claim, IntStream.range(0, size).toArray(), rank);
  }

  /** Makes a board of all ranks, which live. */
  Board board() {
    return requireNonNull(boardUnlessDead());
  }

  void barrier(long comm) throws Exception {
    pmpi.collective(comm, new CollectiveCall().of(Collective.BARRIER));
  }
}
