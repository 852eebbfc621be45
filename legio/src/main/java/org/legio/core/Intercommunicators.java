package org.legio.core;

import java.lang.ref.Reference;
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
        merged(inter, context.world().membersOf(created.alias()), high),
        inter.errorHandler().handle(),
        inter);
    return created.alias();
  }

  /**
   * Both groups one after the other, that of the first of those present first. If none of the other
   * group is, it takes the place that this one has left to it.
   */
  private static int[] merged(Communicator inter, int[] present, boolean high) {
    int[] local = inter.members();
    int[] remote = inter.partners();
    boolean isLocalFirst =
        isAnyOf(remote, present) ? isAnyOf(local, new int[] {present[0]}) : !high;
    return CommunicatorMaker.concatenated(
        isLocalFirst ? local : remote, isLocalFirst ? remote : local);
  }

  private static boolean isAnyOf(int[] group, int[] present) {
    return Arrays.stream(group).anyMatch(each -> Arrays.stream(present).anyMatch(p -> p == each));
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
  private static int[] told(Communicator comm) {
    int[] told = comm.members().clone();
    for (int dead : comm.substitute().lost()) {
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
    Gathering gathering = new Gathering(context, local.substitute(), local.handle(), local.size());
    int length = gathering.each(error == 0 ? mine.length : -error)[localLeader];
    if (length > 0) {
      int[] counts = new int[local.size()];
      counts[localLeader] = length;
      int[] groups = gathering.all(mine, counts);
      if (groups[0] > 0) {
        return groups;
      }
    }
    throw failed(local, localLeader, remoteLeader, length);
  }

  private Exception failed(Communicator local, int localLeader, int remoteLeader, int length)
      throws Exception {
    int errorClass = length < 0 ? -length : MpiConstants.ERR_PROC_FAILED;
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
      throw context
          .binding()
          .newException(MpiConstants.ERR_PROC_FAILED, "the remote leader is dead");
    }
    int[] length = exchange(peerComm, partner, tag, new int[] {own.length}, 1);
    return exchange(peerComm, partner, tag, own, length[0]);
  }

  private int[] exchange(long peerComm, int partner, int tag, int[] own, int length)
      throws Exception {
    long type = context.binding().intType();
    IntBuffer received = Gathering.memory(length);
    IntBuffer sent = Gathering.memoryOf(own);
    long receive = pmpi.iRecv(peerComm, received, length, type, partner, tag);
    long send = pmpi.iSend(peerComm, sent, own.length, type, partner, tag);
    try {
      await(receive);
    } finally {
      await(send);
      Reference.reachabilityFence(sent);
    }
    return Gathering.ints(received, length);
  }

  /** Waits; what is under way elsewhere goes on meanwhile, for the other leader may need it. */
  private void await(long request) throws Exception {
    Object self = context.binding().newRequest(request);
    context.progress().pollUntil(() -> pmpi.test(self, request));
  }
}
