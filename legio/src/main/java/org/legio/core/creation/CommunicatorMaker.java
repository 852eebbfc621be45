package org.legio.core.creation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.core.collective.CollectiveEngine;
import org.legio.core.collective.CommunicatorCreation;
import org.legio.core.communicator.Communicator;
import org.legio.core.communicator.CommunicatorRegistry;
import org.legio.core.ranks.World;
import org.legio.core.repair.CommunicatorOrder;
import org.legio.core.repair.Context;
import org.legio.core.repair.ErrorHandler;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.core.repair.Substitute;
import org.legio.core.settings.CommunicatorPolicies;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Ulfm;

/**
 * Makes communicators for the program and puts them under protection. Algorithm: the members make
 * the communicator on the parent's substitute and agree that all have it; if not, they repair and
 * make it again. Then they make its substitute by a shrink, which no death can prevent, and enter
 * both into the registry. Communicators of named processes (of a group, of two groups) are first
 * assembled without the parent ({@link Ulfm#assemble}), then shrunk. The protocol: {@code
 * docs/design/communicators.md}.
 */
public final class CommunicatorMaker {
  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorRegistry registry;
  private final Layout layout;
  private final UniformPolicies uniform;

  public CommunicatorMaker(Context context, CommunicatorRegistry registry, Layout layout) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.registry = registry;
    this.layout = layout;
    this.uniform = new UniformPolicies(context);
  }

  /**
   * Takes over a communicator that MPI has made.
   *
   * @param created its handle and its substitute
   * @param members its members, holes included, by original rank, as ranks in the world
   * @param programsHandler the error handler that the program believes to be set
   * @param parent the communicator that it has been made from; null if there is none
   */
  Communicator adopt(
      Substitute.Created created,
      int[] members,
      long programsHandler,
      @Nullable Communicator parent)
      throws Exception {
    CommunicatorPolicies policies =
        parent == null
            ? new CommunicatorPolicies(context.configuration().policies())
            : inherited(parent);
    return entered(takenOver(created, members, programsHandler, parent, policies));
  }

  /** A communicator begins with what is in force on the one that it is made from. */
  private static CommunicatorPolicies inherited(Communicator parent) {
    return new CommunicatorPolicies(parent.policies().inForce());
  }

  private Communicator entered(Communicator communicator) {
    registry.add(communicator);
    return communicator;
  }

  private Communicator takenOver(
      Substitute.Created created,
      int[] members,
      long programsHandler,
      @Nullable Communicator parent,
      CommunicatorPolicies policies)
      throws Exception {
    ErrorHandler errorHandler =
        new ErrorHandler(context, created.alias(), members, programsHandler);
    ResilientCommunicator agreed =
        new ResilientCommunicator(context, created, members, errorHandler, policies);
    int rank = context.world().ownRankIn(members);
    return new Communicator(
        context,
        created.alias(),
        members,
        members,
        layout.over(context, agreed, rank, parent == null ? null : parent.substitute()),
        policies,
        errorHandler);
  }

  /**
   * Makes an intercommunicator of two groups, whose policies must be the same. Collective over the
   * living members of both.
   *
   * @param local this rank's group
   * @param remote the other group, as ranks in the world, holes included
   * @param tag the program's tag for this communicator
   */
  Communicator makeOfTwo(String call, Communicator local, int[] remote, int tag) throws Exception {
    int[] union = World.union(local.members(), remote);
    Substitute.Created created =
        makeOfLiving(call, key(call, union, tag), local, context.binding().commWorld(), union);
    Communicator made = interOf(created, local.members(), remote, local);
    NamedPolicies own = NamedPolicies.of(local.policies().inForce().uniform());
    try {
      made.substitute().collective(call, (c, ranks) -> uniform.require(c, own));
    } catch (Exception e) {
      made.substitute().free();
      pmpi.free(made.handle());
      throw e;
    }
    return entered(made);
  }

  /**
   * Takes over an intercommunicator: an intracommunicator of both groups stands in for it.
   *
   * @param created the handle of what MPI has made of the living of both groups, and its substitute
   * @param local this rank's group, holes included
   * @param remote the other group, holes included
   * @param parent the communicator that it is made from: it has its policies and error handler
   */
  private Communicator interOf(
      Substitute.Created created, int[] local, int[] remote, Communicator parent) throws Exception {
    CommunicatorPolicies policies = inherited(parent);
    int[] union = World.union(local, remote);
    long programsHandler = parent.errorHandler().handle();
    ErrorHandler errorHandler = new ErrorHandler(context, created.alias(), union, programsHandler);
    ResilientCommunicator agreed =
        new ResilientCommunicator(context, created, union, errorHandler, policies);
    return new Communicator(
        context,
        created.alias(),
        local,
        remote,
        CollectiveEngine.between(context, agreed, local, remote),
        policies,
        errorHandler);
  }

  /**
   * Makes a communicator of some members of another one: of those that are alive when it is made.
   * Collective over them alone.
   *
   * @param parent the communicator that the program makes it of
   * @param members its members as ranks in the world, in the order of their new ranks; the same at
   *     all of them
   * @param tag the program's tag for this communicator
   */
  Communicator makeOfGroup(String call, Communicator parent, int[] members, int tag)
      throws Exception {
    String key = key(call, members, tag) + " of " + parent.substitute().order();
    Substitute.Created created = makeOfLiving(call, key, parent, parent.handle(), members);
    return adopt(created, members, parent.errorHandler().handle(), parent);
  }

  /**
   * Makes a communicator of the living ones of some processes, and its substitute. Collective over
   * them alone.
   *
   * @param key tells simultaneous calls apart; the same at all of them
   * @param caller the communicator that the program has called it on
   * @param common the handle of a communicator that all of them are in
   */
  private Substitute.Created makeOfLiving(
      String call, String key, Communicator caller, long common, int[] members) throws Exception {
    long group = context.world().newGroup(members);
    long assembled = context.ulfm().assemble(group, common, key);
    pmpi.groupFree(group);
    pmpi.setName(assembled, pmpi.getName(caller.handle()));
    ResilientCommunicator all =
        new ResilientCommunicator(
            context,
            new Substitute.Created(assembled, assembled, null, CommunicatorOrder.of(key)),
            members,
            caller.errorHandler(),
            caller.policies());
    try {
      return new CommunicatorCreation(context, all).createOfLiving(call);
    } finally {
      all.free();
    }
  }

  private static String key(String call, int[] members, int tag) {
    return call + " " + tag + " " + Arrays.toString(members);
  }

  /** Makes a duplicate of a communicator, holes and remote group included. */
  Communicator duplicate(String call, Communicator parent, Substitute.Creation creation)
      throws Exception {
    Substitute.Created created = parent.substitute().create(call, creation);
    return parent.isInter()
        ? entered(interOf(created, parent.members(), parent.partners(), parent))
        : adopt(created, parent.members(), parent.errorHandler().handle(), parent);
  }

  /**
   * Makes a duplicate of a communicator, holes included, that the program does not know of: a
   * window's or a file's own communicator. It shares the policies of its parent, also those that
   * come later. {@link Communicators#freePrivate} frees it.
   *
   * @throws Exception the program's error if the communicator has two groups
   */
  public Communicator duplicatePrivately(String call, Communicator parent) throws Exception {
    long programsHandler = parent.errorHandler().handle();
    if (parent.isInter()) {
      throw context
          .binding()
          .newException(
              MpiConstants.ERR_COMM,
              "MPI_ERR_COMM: invalid communicator: legio: "
                  + call
                  + " needs one of a single group; merge the two groups first");
    }
    Substitute.Created created = parent.substitute().create(call, pmpi::dup);
    pmpi.setName(created.alias(), pmpi.getName(parent.handle())); // the one that the program knows
    return takenOver(created, parent.members(), programsHandler, parent, parent.policies());
  }

  /**
   * Makes a communicator and takes it over.
   *
   * @param members the new one's members, holes included, as ranks in the world; null if MPI
   *     chooses them
   * @return null if this rank is not in it
   */
  public @Nullable Communicator make(
      String call, Communicator parent, Substitute.Creation creation, int @Nullable [] members)
      throws Exception {
    Substitute.Created created = parent.substitute().create(call, creation);
    return created.alias() == context.binding().commNull()
        ? null
        : adopt(
            created,
            members == null ? context.world().membersOf(created.alias()) : members,
            parent.errorHandler().handle(),
            parent);
  }

  /** The handle that the program is given: {@code MPI_COMM_NULL} in place of null. */
  public long handleOf(@Nullable Communicator made) {
    return made == null ? context.binding().commNull() : made.handle();
  }
}
