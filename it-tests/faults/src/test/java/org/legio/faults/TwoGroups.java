package org.legio.faults;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.MpiConstants;

/**
 * A communicator of two groups of a test program. Each call writes down its input and its output,
 * as one operation of both groups, with ranks in the world.
 */
final class TwoGroups extends Operations<Observation> {
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
              .createIntercomm(
                  mpi.world().handle(), part.communicator(), localLeader, remoteLeader, TAG);
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
    Communicator communicator = mpi.communicator(handle);
    int[] local = mpi.membersOf(mpi.communicators().getGroup(communicator));
    int[] remote = mpi.membersOf(mpi.intercommunicators().getRemoteGroup(self));
    if (!mpi.intercommunicators().isInter(communicator)
        || mpi.communicators().getSize(communicator) != local.length
        || mpi.intercommunicators().getRemoteSize(self) != remote.length) {
      mpi.log().wrong(name + " is no communicator of as many as are in its groups");
    }
    return new TwoGroups(mpi, name, handle, local, remote);
  }

  private long[] described() throws Exception {
    int size = local.length;
    int[] both = Arrays.copyOf(local, size + remote.length);
    System.arraycopy(remote, 0, both, size, remote.length);
    return Rules.described(mpi.communicators().getRank(communicator()), both);
  }

  Mpi mpi() {
    return mpi;
  }

  /** What its calls are about. */
  private Communicator communicator() {
    return mpi.communicator(handle);
  }

  @Override
  int rank() {
    return rank;
  }

  @Override
  int size() {
    return remote.length;
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
    TwoGroups made =
        adopted(mpi, name + ".dup" + o.sequence, mpi.communicators().dup(communicator()));
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
    mpi.communicators().free(communicator());
  }

  /** As {@link #free}, by another name. */
  void disconnect() throws Exception {
    mpi.communicators().disconnect(communicator());
  }

  // ------------------------------------------------------------------ collectives

  /** Its collective operations, started and waited for; buffers are direct. */
  Operations<Observation> started() {
    return madeBy(Operation::startAndWait);
  }

  /** How the standard has a root be named: by its own group, and by the other. */
  @Override
  int argument(int root) {
    if (root == mpi.rank()) {
      return MpiConstants.ROOT;
    }
    return isLocal(root) ? MpiConstants.PROC_NULL : Rules.indexOf(remote, root);
  }

  @Override
  Operation next(Collective kind) {
    String suffix =
        switch (kind) {
          case BARRIER -> "";
          case BCAST, SCATTER -> "ToOther";
          case GATHER, ALL_GATHER -> "FromOther";
          default -> "OfOther";
        };
    return new Operation(mpi, handle, kind, call(rule(kind) + suffix));
  }

  @Override
  Observation make(Operation operation) throws Exception {
    return operation.run();
  }

  // ------------------------------------------------------------------ observing

  private Observation call(String call) {
    int[] all = IntStream.range(0, mpi.size()).toArray();
    Observation o = new Observation(call, name, calls++, mpi.rank(), all);
    o.local = local;
    o.remote = remote;
    return o;
  }
}
