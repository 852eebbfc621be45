package org.legio.core.creation;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.communicator.CommunicatorRegistry;
import org.legio.core.communicator.Topology;
import org.legio.core.message.LastMessages;
import org.legio.core.message.PersistentRequests;
import org.legio.core.message.RequestTable;
import org.legio.core.repair.CommunicatorName;
import org.legio.core.repair.Context;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Serves;

/**
 * The handler of calls about protected communicators themselves: those that make and free them, and
 * those that ask for and set their properties. Each method has the parameters of the native whose
 * name it bears, with the communicator in place of its handle.
 */
public final class Communicators {
  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorRegistry registry;
  private final CommunicatorMaker maker;
  private final RequestTable requests;
  private final PersistentRequests persistent;
  private final LastMessages lastMessages;
  private final PolicyInfo policyInfo;
  private final UniformPolicies uniform;

  /** Communicators freed by the program whose pending requests still need MPI's communicator. */
  private final Queue<Communicator> pending = new ConcurrentLinkedQueue<>();

  public Communicators(
      Context context,
      CommunicatorRegistry registry,
      CommunicatorMaker maker,
      RequestTable requests,
      PersistentRequests persistent,
      LastMessages lastMessages) {
    this.persistent = persistent;
    this.lastMessages = lastMessages;
    this.maker = maker;
    this.context = context;
    this.pmpi = context.pmpi();
    this.registry = registry;
    this.requests = requests;
    this.policyInfo = new PolicyInfo(context);
    this.uniform = new UniformPolicies(context);
  }

  /** Takes {@code MPI_COMM_WORLD} over. */
  public void adoptWorld() throws Exception {
    long world = context.binding().commWorld();
    int[] members = context.world().membersOf(world);
    long errorHandler = pmpi.getErrhandler(world);
    pmpi.setErrhandler(world, context.binding().errorsReturn());
    long substitute = context.ulfm().shrink(world);
    context.boards().begin(substitute);
    maker.adopt(context.created(world, substitute), members, errorHandler, null);
  }

  // ------------------------------------------------------------------ making

  /**
   * {@code MPI_Comm_dup}: the duplicate has the size, ranks, holes and attributes of its parent.
   */
  @Serves("mpi.Comm.dup")
  public long dup(Communicator comm) throws Exception {
    return duplicate("dup", comm, pmpi::dup);
  }

  /**
   * {@code MPI_Comm_idup}, as {@link #dup}: done when it returns. A death while MPI's own is under
   * way makes Open MPI 5.0.7 corrupt the survivors' memory.
   *
   * @return the handles of the duplicate and of a request that is complete
   */
  @Serves("mpi.Comm.iDup")
  public long[] iDup(Communicator comm) throws Exception {
    return new long[] {duplicate("iDup", comm, pmpi::dup), context.binding().requestEmpty()};
  }

  /** {@code MPI_Comm_dup_with_info}. */
  @Serves("mpi.Comm.dupWithInfo")
  public long dupWithInfo(Communicator comm, long info) throws Exception {
    NamedPolicies named = policyInfo.ofCommunicator(info);
    Communicator made =
        duplicateOf(
            "dupWithInfo", comm, named(named, info, (c, rest) -> pmpi.dupWithInfo(c, rest)));
    made.policies().set(named.policies());
    return made.handle();
  }

  /** Makes a communicator with MPI's own hints. */
  @FunctionalInterface
  private interface CreationWithInfo {
    long on(long comm, long info) throws Exception;
  }

  /** A creation by members who all name the same policies, of which MPI is not told. */
  private Substitute.Creation named(NamedPolicies named, long info, CreationWithInfo creation) {
    return c -> {
      uniform.require(c, named);
      long[] made = new long[1];
      policyInfo.withoutPolicies(info, rest -> made[0] = creation.on(c, rest));
      return made[0];
    };
  }

  private long duplicate(String call, Communicator parent, Substitute.Creation creation)
      throws Exception {
    return duplicateOf(call, parent, creation).handle();
  }

  private Communicator duplicateOf(String call, Communicator parent, Substitute.Creation creation)
      throws Exception {
    Communicator made = maker.duplicate(call, parent, creation);
    made.setTopology(parent.topology());
    copyAttributes(parent, made);
    return made;
  }

  private void copyAttributes(Communicator parent, Communicator made) throws Exception {
    for (int keyval : parent.keyvals()) {
      byte[] value = pmpi.getAttr(parent.handle(), keyval);
      if (value != null) {
        setAttr(made, keyval, value);
      }
    }
    if (hasPredefined(parent)) {
      made.predefinedAttributesCopied();
    }
  }

  private boolean hasPredefined(Communicator communicator) {
    return communicator.hasCopiedPredefinedAttributes()
        || communicator.handle() == context.binding().commWorld();
  }

  /** {@code MPI_Comm_split}: among the ranks that call it. */
  @Serves("mpi.Intracomm.split")
  public long split(Communicator parent, int color, int key) throws Exception {
    return maker.handleOf(maker.make("split", parent, c -> pmpi.split(c, color, key), null));
  }

  /** {@code MPI_Comm_split_type}: among the ranks that call it. */
  @Serves("mpi.Intracomm.splitType")
  public long splitType(Communicator parent, int splitType, int key, long info) throws Exception {
    NamedPolicies named = policyInfo.ofCommunicator(info);
    Substitute.Creation creation =
        named(named, info, (c, rest) -> pmpi.splitType(c, splitType, key, rest));
    Communicator made = maker.make("splitType", parent, creation, null);
    if (made != null) {
      made.policies().set(named.policies());
    }
    return maker.handleOf(made);
  }

  /** {@code MPI_Comm_create}: the dead of the group become holes. */
  @Serves("mpi.Intracomm.create")
  public long create(Communicator parent, long group) throws Exception {
    return maker.handleOf(
        maker.make(
            "create",
            parent,
            c -> withLivingOf(c, group, living -> pmpi.create(c, living)),
            context.world().membersOfGroup(group)));
  }

  /**
   * {@code MPI_Comm_create_group}: only the group's members call, so there is no agreement with the
   * others. The dead of the group become holes. As in Open MPI, though not in MPI 4.1 (7.4.2), the
   * new communicator has its parent's attributes.
   */
  @Serves("mpi.Intracomm.createGroup")
  public long createGroup(Communicator parent, long group, int tag) throws Exception {
    if (tag < 0) {
      throw refused("createGroup", parent, () -> pmpi.createGroup(parent.handle(), group, tag));
    }
    int[] members = context.world().membersOfGroup(group);
    if (!context.world().isIn(members)) {
      return context.binding().commNull();
    }
    Communicator made = maker.makeOfGroup("createGroup", parent, members, tag);
    copyAttributes(parent, made);
    return made.handle();
  }

  /** Calls with the part of a group that a communicator holds. */
  private long withLivingOf(long comm, long group, Substitute.Creation creation) throws Exception {
    long present = pmpi.getGroup(comm);
    long living = pmpi.groupIntersection(group, present);
    try {
      return creation.on(living);
    } finally {
      pmpi.groupFree(present);
      pmpi.groupFree(living);
    }
  }

  // ------------------------------------------------------------------ freeing

  /** {@code MPI_Comm_free}. */
  @Serves("mpi.Comm.free")
  public long free(Communicator comm) throws Exception {
    return free("free", comm);
  }

  /** {@code MPI_Comm_disconnect}: local, for its pending messages may be with the dead. */
  @Serves("mpi.Comm.disconnect")
  public long disconnect(Communicator comm) throws Exception {
    return free("disconnect", comm);
  }

  private long free(String call, Communicator communicator) throws Exception {
    freeThoseWithoutRequests();
    if (communicator.handle() == context.binding().commWorld()) {
      throw refused(call, communicator, () -> pmpi.free(communicator.handle()));
    }
    registry.remove(communicator);
    return freeOrKeep(communicator);
  }

  /** Frees a communicator that the program does not know of. */
  public void freePrivate(Communicator communicator) throws Exception {
    freeOrKeep(communicator);
  }

  /** MPI's error for a call with arguments that are not allowed. */
  private static Exception refused(String call, Communicator on, Callable<Long> wrong)
      throws Exception {
    try {
      wrong.call();
    } catch (Exception e) {
      return on.errorHandler().raise(call, e);
    }
    return new IllegalStateException("MPI has allowed " + call + " on " + on.name());
  }

  private void freeThoseWithoutRequests() throws Exception {
    for (int left = pending.size(); left > 0; left--) {
      Communicator each = pending.poll();
      if (each != null) {
        freeOrKeep(each);
      }
    }
  }

  private long freeOrKeep(Communicator communicator) throws Exception {
    if (requests.isUsed(communicator)
        || persistent.isUsed(communicator)
        || communicator.substitute().isBusy()) {
      pending.add(communicator);
      return context.binding().commNull();
    }
    communicator.substitute().free();
    lastMessages.forget(communicator);
    return pmpi.free(communicator.handle());
  }

  // ------------------------------------------------------------------ asking

  /** {@code MPI_Comm_size}: the dead count. */
  @Serves("mpi.Comm.getSize")
  public int getSize(Communicator comm) {
    return comm.size();
  }

  /** {@code MPI_Comm_rank}: never changes. */
  @Serves("mpi.Comm.getRank")
  public int getRank(Communicator comm) {
    return comm.rank();
  }

  /** {@code MPI_Comm_group}: the dead are in it. */
  @Serves("mpi.Comm.getGroup")
  public long getGroup(Communicator comm) throws Exception {
    return comm.isWhole() ? pmpi.getGroup(comm.handle()) : context.world().newGroup(comm.members());
  }

  /** {@code MPI_Comm_set_name}. */
  @Serves("mpi.Comm.setName")
  public void setName(Communicator comm, String name) throws Exception {
    pmpi.setName(comm.handle(), name);
    context.positions().rename(comm.handle(), name);
  }

  /** {@code MPI_Comm_compare}: the dead count. */
  @Serves("mpi.Comm.compare")
  public int compare(Communicator first, long comm2) throws Exception {
    Communicator second = registry.find(comm2);
    if (second == null || (first.isWhole() && second.isWhole())) {
      return pmpi.compare(first.handle(), comm2);
    }
    if (first == second) {
      return MpiConstants.IDENT;
    }
    if (first.isInter() != second.isInter()) {
      return MpiConstants.UNEQUAL;
    }
    if (Arrays.equals(first.members(), second.members())
        && Arrays.equals(first.partners(), second.partners())) {
      return MpiConstants.CONGRUENT;
    }
    return haveSame(first.members(), second.members())
            && haveSame(first.partners(), second.partners())
        ? MpiConstants.SIMILAR
        : MpiConstants.UNEQUAL;
  }

  private static boolean haveSame(int[] members1, int[] members2) {
    int[] sorted1 = members1.clone();
    int[] sorted2 = members2.clone();
    Arrays.sort(sorted1);
    Arrays.sort(sorted2);
    return Arrays.equals(sorted1, sorted2);
  }

  /** {@code MPI_Topo_test}. */
  @Serves("mpi.Comm.getTopology")
  public int getTopology(Communicator comm) throws Exception {
    Topology topology = comm.topology();
    return topology == null ? pmpi.getTopology(comm.handle()) : topology.kind();
  }

  // ------------------------------------------------------------------ hints

  /** {@code MPI_Comm_set_info}: its policies are in force at all members or at none. */
  @Serves("mpi.Comm.setInfo")
  public void setInfo(Communicator comm, long info) throws Exception {
    NamedPolicies named = policyInfo.ofCommunicator(info);
    comm.substitute().collective("setInfo", (c, ranks) -> uniform.require(c, named));
    policyInfo.withoutPolicies(info, rest -> pmpi.commSetInfo(comm.handle(), rest));
    comm.policies().set(named.policies());
  }

  /** {@code MPI_Comm_get_info}: MPI's hints, and the policies that the program has named. */
  @Serves("mpi.Comm.getInfo")
  public long getInfo(Communicator comm) throws Exception {
    long info = pmpi.commGetInfo(comm.handle());
    policyInfo.show(comm.policies().inForce().named(), info);
    return info;
  }

  // ------------------------------------------------------------------ attributes

  /** {@code MPI_Comm_get_attr} of what MPI has attached itself, to the world and to its copies. */
  @Serves("mpi.Comm.getAttr_predefined")
  public @Nullable Object getAttrPredefined(Communicator comm, int keyval) throws Exception {
    boolean isCopy = comm.hasCopiedPredefinedAttributes();
    return pmpi.getAttrPredefined(isCopy ? context.binding().commWorld() : comm.handle(), keyval);
  }

  /** {@code MPI_Comm_set_attr}. */
  @Serves("mpi.Comm.setAttr")
  public void setAttr(Communicator comm, int keyval, byte[] value) throws Exception {
    pmpi.setAttr(comm.handle(), keyval, value);
    comm.attributeSet(keyval);
  }

  /** {@code MPI_Comm_delete_attr}. */
  @Serves("mpi.Comm.deleteAttr")
  public void deleteAttr(Communicator comm, int keyval) throws Exception {
    pmpi.deleteAttr(comm.handle(), keyval);
    comm.attributeDeleted(keyval);
  }

  // ------------------------------------------------------------------ errors

  /** {@code MPI_Comm_set_errhandler}: what the program sets is kept; MPI itself always returns. */
  @Serves("mpi.Comm.setErrhandler")
  public void setErrhandler(Communicator comm, long errhandler) {
    comm.errorHandler().set(errhandler);
  }

  /** {@code MPI_Comm_get_errhandler}. */
  @Serves("mpi.Comm.getErrhandler")
  public long getErrhandler(Communicator comm) {
    return comm.errorHandler().handle();
  }

  /** {@code MPI_Comm_call_errhandler}. */
  @Serves("mpi.Comm.callErrhandler")
  public void callErrhandler(Communicator comm, int errorCode) throws Exception {
    if (comm.errorHandler().returns()) {
      pmpi.callErrhandler(comm.handle(), errorCode);
    } else {
      String on = CommunicatorName.withKind(context, comm.handle(), comm.members());
      throw comm.errorHandler().call("MPI_Comm_call_errhandler", on, errorCode);
    }
  }

  /** {@code MPI_Abort}: ends the whole job, which under ULFM MPI itself does not. */
  @Serves("mpi.Comm.abort")
  public void abort(long comm, int errorCode) {
    throw context
        .jobEnd()
        .abort(errorCode, "the program called abort with error code " + errorCode);
  }
}
