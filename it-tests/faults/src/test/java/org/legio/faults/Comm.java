package org.legio.faults;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.MpiConstants;

/**
 * A communicator of a test program. Its methods are MPI's, with short argument lists. Each writes
 * down its input and its output, which the model then judges. Collective operations on it are
 * blocking.
 */
final class Comm extends Operations<Observation> {

  /** A call that makes a communicator. */
  @FunctionalInterface
  interface Making {
    long run() throws Exception;
  }

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

  @Override
  int rank() {
    return rank;
  }

  @Override
  int size() {
    return members.length;
  }

  long handle() {
    return handle;
  }

  /** What its calls are about. */
  Communicator communicator() {
    return mpi.communicator(handle);
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

  /** Its collective operations, which are started; buffers are direct. */
  Operations<Pending> nonBlocking() {
    return madeBy(Operation::start);
  }

  // ------------------------------------------------------------------ collectives

  @Override
  int argument(int root) {
    return root;
  }

  @Override
  Operation next(Collective kind) {
    Observation o = call(rule(kind));
    o.shifts =
        (kind == Collective.GATHER && mpi.shiftsGathered())
            || (kind == Collective.SCATTER && mpi.shiftsScattered());
    return new Operation(mpi, handle, kind, o);
  }

  @Override
  Observation make(Operation operation) throws Exception {
    return operation.run();
  }

  // ------------------------------------------------------------------ communicators

  long noInfo() {
    return mpi.binding().infoNull();
  }

  Comm dup() throws Exception {
    return made(call("dup"), "", () -> mpi.communicators().dup(communicator()));
  }

  Comm dupWithInfo() throws Exception {
    return made(call("dup"), "", () -> mpi.communicators().dupWithInfo(communicator(), noInfo()));
  }

  /** Started and waited for. */
  Comm iDup() throws Exception {
    return made(
        call("dup"),
        "",
        () -> {
          long[] made = mpi.communicators().iDup(communicator());
          mpi.requests().waitFor(made[1]);
          return made[0];
        });
  }

  /** Of those who share memory: of a host. */
  Comm splitType(int key) throws Exception {
    Observation o = call("split");
    int host = mpi.host();
    o.input = new long[] {host, key};
    return made(
        o, "/" + host, () -> mpi.communicators().splitType(communicator(), SHARED, key, noInfo()));
  }

  /** Of some of the members, who alone call it. */
  Comm createGroup(int... ranks) throws Exception {
    Observation o = call("createGroup");
    int[] worldRanks = Arrays.stream(ranks).map(r -> members[r]).toArray();
    o.input = Arrays.stream(worldRanks).asLongStream().toArray();
    long group = mpi.group(worldRanks);
    try {
      return made(
          o, "/" + ranks[0], () -> mpi.communicators().createGroup(communicator(), group, TAG));
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
        () ->
            mpi.communicators()
                .split(communicator(), color < 0 ? MpiConstants.UNDEFINED : color, key));
  }

  /** Of some of the members; null at the others. */
  @Nullable Comm create(int... ranks) throws Exception {
    Observation o = call("create");
    int[] worldRanks = Arrays.stream(ranks).map(r -> members[r]).toArray();
    o.input = Arrays.stream(worldRanks).asLongStream().toArray();
    long group = mpi.group(worldRanks);
    try {
      return made(o, "", () -> mpi.communicators().create(communicator(), group));
    } finally {
      mpi.freeGroup(group);
    }
  }

  void free() throws Exception {
    mpi.freed(this);
    mpi.communicators().free(communicator());
  }

  /** As {@link #free}, by another name. */
  void disconnect() throws Exception {
    mpi.freed(this);
    mpi.communicators().disconnect(communicator());
  }

  // ------------------------------------------------------------------ hints

  /** Sets one hint, in an info that shows the others, too. */
  void setInfo(String key, String value) throws Exception {
    long info = info(key, value);
    mpi.communicators().setInfo(communicator(), info);
    mpi.pmpi().infoFree(info);
  }

  /** A duplicate with one hint. */
  Comm dupWithInfo(String key, String value) throws Exception {
    long info = info(key, value);
    Comm dup = made(call("dup"), "", () -> mpi.communicators().dupWithInfo(communicator(), info));
    mpi.pmpi().infoFree(info);
    return dup;
  }

  private long info(String key, String value) throws Exception {
    long info = mpi.communicators().getInfo(communicator());
    mpi.pmpi().infoSet(info, key, value);
    return info;
  }

  /** A hint, as the program sees it; null if there is none. */
  @Nullable String hint(String key) throws Exception {
    long info = mpi.communicators().getInfo(communicator());
    try {
      return mpi.pmpi().infoGet(info, key);
    } finally {
      mpi.pmpi().infoFree(info);
    }
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

  @Nullable Comm made(Observation o, String part, Making making) throws Exception {
    mpi.log().entered(o);
    long made = making.run();
    Comm comm = mpi.adopt(name + "." + o.call + o.sequence + part, made);
    o.after = comm == null ? new long[0] : Rules.described(comm.rank, comm.members);
    mpi.log().returned(o);
    return comm;
  }
}
