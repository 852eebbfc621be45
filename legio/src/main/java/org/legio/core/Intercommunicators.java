package org.legio.core;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;

/**
 * The handler of calls about communicators of two groups. An intracommunicator of the living of
 * both groups stands in for each: messages and collectives between the groups run on it. The
 * protocol is described in {@code docs/intercommunicators.md}. Each method has the parameters of
 * the native whose name it bears. MPI standard 4.0, section 7.6.
 */
public final class Intercommunicators {
  private static final int ERR_PROC_FAILED = 75;

  /** The binding's number for arrays of int; with 0 it takes a buffer for null. */
  private static final int INT = 5;

  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorRegistry registry;
  private final CommunicatorMaker maker;

  Intercommunicators(Context context, CommunicatorRegistry registry, CommunicatorMaker maker) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.registry = registry;
    this.maker = maker;
  }

  /** {@code MPI_Comm_test_inter}. */
  public boolean isInter(long comm) throws Exception {
    Communicator communicator = registry.find(comm);
    return communicator == null ? pmpi.isInter(comm) : communicator.isInter();
  }

  /** {@code MPI_Comm_remote_size}: the dead count. */
  public int getRemoteSize(Object self) throws Exception {
    Communicator inter = registry.find(context.binding().commHandle(self));
    return inter == null ? pmpi.getRemoteSize(self) : inter.partners().length;
  }

  /** {@code MPI_Comm_remote_group}: the dead are in it. */
  public long getRemoteGroup(Object self) throws Exception {
    Communicator inter = registry.find(context.binding().commHandle(self));
    return inter == null ? pmpi.getRemoteGroup(self) : context.world().newGroup(inter.partners());
  }

  /** {@code MPI_Intercomm_merge}: the dead of both groups become holes. */
  public long merge(Object self, boolean high) throws Exception {
    Communicator inter = registry.find(context.binding().commHandle(self));
    if (inter == null) {
      return pmpi.merge(self, high);
    }
    int size = inter.members().length + inter.partners().length;
    int key = (high ? size : 0) + pmpi.getRank(inter.handle());
    Substitute.Created created = inter.substitute().create("merge", c -> pmpi.split(c, 0, key));
    maker.adopt(
        created.alias(),
        created.carrier(),
        merged(inter, context.world().membersOf(created.alias())),
        inter.errorHandler().handle());
    return created.alias();
  }

  /** Both groups one after the other, that of the first of those present first. */
  private static int[] merged(Communicator inter, int[] present) {
    int[] local = inter.members();
    boolean isLocalFirst = Arrays.stream(local).anyMatch(member -> member == present[0]);
    return CommunicatorMaker.concatenated(
        isLocalFirst ? local : inter.partners(), isLocalFirst ? inter.partners() : local);
  }

  // ------------------------------------------------------------------ making

  /**
   * {@code MPI_Intercomm_create}. The leaders must be alive: the error is of class {@code
   * MPI_ERR_PROC_FAILED} otherwise, at all members of both groups.
   */
  public long createIntercomm(long peerComm, long comm, int localLeader, int remoteLeader, int tag)
      throws Exception {
    Communicator local = registry.find(comm);
    if (local == null || localLeader < 0 || localLeader >= local.size()) {
      return pmpi.createIntercomm(peerComm, comm, localLeader, remoteLeader, tag);
    }
    local.substitute().barrier(comm); // so that the leader knows who has died so far
    int[] both = agreedGroups(local, peerComm, localLeader, remoteLeader, tag);
    int[] own = Arrays.copyOfRange(both, 1, 1 + both[0]);
    int[] other = Arrays.copyOfRange(both, 1 + both[0], both.length);
    long made = maker.makeWithoutParent(livingOf(own, other), tag);
    pmpi.setErrhandler(made, context.binding().errorsReturn());
    maker.adoptInter(
        made,
        context.ulfm().shrink(made),
        identities(own),
        identities(other),
        local.errorHandler().handle());
    return made;
  }

  /** The members as the leaders tell them: a dead one as the complement of its rank. */
  private int[] told(Communicator comm) throws Exception {
    int[] present = context.world().membersOf(comm.substitute().handle());
    Numbering living = Numbering.within(comm.members(), present);
    int[] told = comm.members().clone();
    for (int dead : living.missing()) {
      told[dead] = ~told[dead];
    }
    return told;
  }

  private static int[] livingOf(int[] own, int[] other) {
    Set<Integer> living =
        Arrays.stream(CommunicatorMaker.concatenated(own, other))
            .filter(each -> each >= 0)
            .boxed()
            .collect(Collectors.toSet());
    return Arrays.stream(CommunicatorMaker.union(identities(own), identities(other)))
        .filter(living::contains)
        .toArray();
  }

  private static int[] identities(int[] told) {
    return Arrays.stream(told).map(each -> each < 0 ? ~each : each).toArray();
  }

  /**
   * Both groups, as the local leader has learned them, at all local members.
   *
   * @return the length of the local group, the local group, the remote group
   */
  private int[] agreedGroups(
      Communicator local, long peerComm, int localLeader, int remoteLeader, int tag)
      throws Exception {
    int[] mine = {};
    int error = 0;
    if (local.rank() == localLeader) {
      try {
        int[] own = told(local);
        int[] other = exchange(registry.find(peerComm), peerComm, remoteLeader, tag, own);
        mine =
            CommunicatorMaker.concatenated(
                new int[] {own.length}, CommunicatorMaker.concatenated(own, other));
      } catch (Exception e) {
        error = context.binding().errorCode(e);
      }
    }
    int[] ones = new int[local.size()];
    Arrays.fill(ones, 1);
    int[] lengths =
        gathered(local, new int[] {error == 0 ? mine.length : -error}, ones, ones.length);
    int length = lengths[localLeader];
    if (length > 0) {
      int[] groups = gatheredFrom(local, localLeader, mine, length);
      if (groups[0] > 0) {
        return groups;
      }
    }
    throw failed(local, localLeader, remoteLeader, length);
  }

  private Exception failed(Communicator local, int localLeader, int remoteLeader, int length)
      throws Exception {
    int errorClass = length < 0 ? -length : ERR_PROC_FAILED;
    return local
        .errorHandler()
        .raise(
            "createIntercomm",
            context
                .binding()
                .newException(
                    errorClass,
                    ("legio: createIntercomm failed with error %d: its local leader, rank %d, and"
                            + " its remote leader, rank %d, must both be alive; name others")
                        .formatted(errorClass, localLeader, remoteLeader)));
  }

  private int[] exchange(
      @Nullable Communicator peer, long peerComm, int remoteLeader, int tag, int[] own)
      throws Exception {
    int partner = peer == null ? remoteLeader : peer.partner(remoteLeader);
    if (partner == MpiConstants.UNDEFINED) {
      throw context.binding().newException(ERR_PROC_FAILED, "the remote leader is dead");
    }
    int[] length = exchange(peerComm, partner, tag, new int[] {own.length}, 1);
    return exchange(peerComm, partner, tag, own, length[0]);
  }

  private int[] exchange(long peerComm, int partner, int tag, int[] own, int length)
      throws Exception {
    long type = context.binding().intType();
    IntBuffer received = memory(length);
    IntBuffer sent = memoryOf(own);
    long receive = pmpi.iRecv(peerComm, received, length, type, partner, tag);
    long send = pmpi.iSend(peerComm, sent, own.length, type, partner, tag);
    try {
      await(receive);
    } finally {
      await(send);
      Reference.reachabilityFence(sent);
    }
    return ints(received, length);
  }

  /** Waits; what is under way elsewhere goes on meanwhile, for the other leader may need it. */
  private void await(long request) throws Exception {
    Object self = context.binding().newRequest(request);
    context.progress().pollUntil(() -> pmpi.test(self, request));
  }

  /** What one member has, at all of them; zeros if it has died. */
  private int[] gatheredFrom(Communicator local, int member, int[] own, int length)
      throws Exception {
    int[] counts = new int[local.size()];
    counts[member] = length;
    return gathered(local, local.rank() == member ? own : new int[0], counts, length);
  }

  /** What all members have, one after the other by original rank; zeros for the dead. */
  private int[] gathered(Communicator local, int[] own, int[] counts, int length) throws Exception {
    long type = context.binding().intType();
    int[] firsts = new int[counts.length];
    for (int member = 1; member < counts.length; member++) {
      firsts[member] = firsts[member - 1] + counts[member - 1];
    }
    IntBuffer all = memory(length);
    local
        .substitute()
        .allGatherv(
            local.handle(),
            memoryOf(own),
            true,
            0,
            own.length,
            type,
            INT,
            all,
            true,
            0,
            counts,
            firsts,
            type,
            INT);
    return ints(all, length);
  }

  private static IntBuffer memory(int ints) {
    return ByteBuffer.allocateDirect(Math.max(1, ints) * Integer.BYTES)
        .order(ByteOrder.nativeOrder())
        .asIntBuffer();
  }

  private static IntBuffer memoryOf(int[] ints) {
    return memory(ints.length).put(0, ints);
  }

  private static int[] ints(IntBuffer memory, int length) {
    int[] ints = new int[length];
    memory.get(0, ints);
    return ints;
  }
}
