package org.legio.core.creation;

import java.util.Arrays;
import org.legio.core.communicator.Communicator;
import org.legio.core.communicator.CommunicatorRegistry;
import org.legio.core.ranks.World;
import org.legio.core.repair.Context;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Serves;

/**
 * The handler of calls about communicators of two groups. An intracommunicator of the living
 * members of both groups (the union) stands in for each intercommunicator: messages and collectives
 * between the groups run on it. The protocol is described in {@code
 * docs/design/intercommunicators.md}. Each method has the parameters of the native whose name it
 * bears, with the communicator in place of its handle; those that are given the binding's object
 * find the communicator themselves. MPI standard 4.0, section 7.6.
 */
public final class Intercommunicators {
  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorRegistry registry;
  private final CommunicatorMaker maker;
  private final HandshakeChannel handshakeChannel;

  public Intercommunicators(
      Context context,
      CommunicatorRegistry registry,
      CommunicatorMaker maker,
      HandshakeChannel handshakeChannel) {
    this.handshakeChannel = handshakeChannel;
    this.context = context;
    this.pmpi = context.pmpi();
    this.registry = registry;
    this.maker = maker;
  }

  /** {@code MPI_Comm_test_inter}. */
  @Serves("mpi.Comm.isInter")
  public boolean isInter(Communicator comm) {
    return comm.isInter();
  }

  /** {@code MPI_Comm_remote_size}: the dead count. */
  @Serves("mpi.Intercomm.getRemoteSize_jni")
  public int getRemoteSize(Object self) throws Exception {
    Communicator inter = registry.find(context.binding().commHandle(self));
    return inter == null ? pmpi.getRemoteSize(self) : inter.partners().length;
  }

  /** {@code MPI_Comm_remote_group}: the dead are in it. */
  @Serves("mpi.Intercomm.getRemoteGroup_jni")
  public long getRemoteGroup(Object self) throws Exception {
    Communicator inter = registry.find(context.binding().commHandle(self));
    return inter == null ? pmpi.getRemoteGroup(self) : context.world().newGroup(inter.partners());
  }

  /** {@code MPI_Intercomm_merge}: the dead of both groups become holes. */
  @Serves("mpi.Intercomm.merge_jni")
  public long merge(Object self, boolean high) throws Exception {
    Communicator inter = registry.find(context.binding().commHandle(self));
    if (inter == null) {
      return pmpi.merge(self, high);
    }
    int size = inter.members().length + inter.partners().length;
    int key = (high ? size : 0) + pmpi.getRank(inter.handle());
    Substitute.Created created = inter.substitute().create("merge", c -> pmpi.split(c, 0, key));
    return maker
        .adopt(
            created,
            merged(inter, context.world().membersOf(created.alias()), high),
            inter.errorHandler().handle(),
            inter)
        .handle();
  }

  /**
   * Both groups one after the other; the group of the first present rank comes first. If no member
   * of the other group is present, {@code high} decides.
   */
  private static int[] merged(Communicator inter, int[] present, boolean high) {
    int[] local = inter.members();
    int[] remote = inter.partners();
    boolean isLocalFirst =
        isAnyOf(remote, present) ? isAnyOf(local, new int[] {present[0]}) : !high;
    return World.concatenated(isLocalFirst ? local : remote, isLocalFirst ? remote : local);
  }

  private static boolean isAnyOf(int[] group, int[] present) {
    return Arrays.stream(group).anyMatch(each -> Arrays.stream(present).anyMatch(p -> p == each));
  }

  // ------------------------------------------------------------------ making

  /**
   * {@code MPI_Intercomm_create}. The leaders must be alive: the error is of class {@code
   * MPI_ERR_PROC_FAILED} otherwise, at all members of both groups.
   */
  @Serves("mpi.Comm.createIntercomm")
  public long createIntercomm(
      long peerComm, Communicator local, int localLeader, int remoteLeader, int tag)
      throws Exception {
    if (localLeader < 0 || localLeader >= local.size()) { // MPI's error
      return pmpi.createIntercomm(peerComm, local.handle(), localLeader, remoteLeader, tag);
    }
    GroupHandshake handshake = new GroupHandshake(context, handshakeChannel, local, localLeader);
    int[] remote =
        handshake.with(
            new GroupHandshake.Stranger(registry.find(peerComm), peerComm, remoteLeader, tag));
    return maker.makeOfTwo("createIntercomm", local, remote, tag).handle();
  }
}
