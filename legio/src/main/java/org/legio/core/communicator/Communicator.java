package org.legio.core.communicator;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.ranks.World;
import org.legio.core.repair.CommunicatorName;
import org.legio.core.repair.Context;
import org.legio.core.repair.ErrorHandler;
import org.legio.core.repair.Substitute;
import org.legio.core.settings.CommunicatorPolicies;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Collectives;
import org.legio.ulfm.ports.MpiConstants;

/**
 * An alias: a communicator as the program knows it. Its handle, size and ranks never change.
 *
 * <p>Point-to-point messages run on the alias itself, collectives on its {@link Substitute}. An
 * alias that was made after a death has holes: original ranks which its handle's own group lacks.
 * The partners of an intercommunicator's messages are the members of its remote group; its handle
 * is an intracommunicator of both groups.
 */
public final class Communicator implements Collectives {
  private static final long DISCOVERY_INTERVAL_NS = 10_000_000;

  private final Context context;
  private final long handle;
  private final int[] members;
  private final int[] partners;
  private final int[] present;
  private final int rank;
  private final RankTranslation translation;
  private final Substitute substitute;
  private final CommunicatorPolicies policies;
  private final boolean[] announced;
  private final Set<Integer> keyvals = new TreeSet<>();
  private int probed = -1;
  private volatile long nextDiscoveryNs;
  private final ErrorHandler errorHandler;
  private volatile @Nullable Topology topology;
  private volatile boolean copiesPredefinedAttributes;

  /**
   * Takes over a communicator from the program.
   *
   * @param members its members by original rank, as ranks in the world
   * @param partners the ranks that its messages go to, likewise: the members, or the remote group
   * @param substitute runs its collectives
   * @param policies say what happens when an operation needs a dead rank
   * @param errorHandler the error handler that the program believes to be set
   */
  public Communicator(
      Context context,
      long handle,
      int[] members,
      int[] partners,
      Substitute substitute,
      CommunicatorPolicies policies,
      ErrorHandler errorHandler)
      throws Exception {
    this.context = context;
    this.handle = handle;
    this.members = members;
    this.rank = context.world().ownRankIn(members);
    this.partners = partners;
    this.present = context.world().membersOf(handle);
    this.translation = RankTranslation.within(partners, present);
    this.substitute = substitute;
    this.policies = policies;
    this.errorHandler = errorHandler;
    this.nextDiscoveryNs = context.nanoTime().getAsLong();
    this.announced = new boolean[partners.length];
    for (int hole : translation.missing()) {
      announced[hole] = true;
    }
  }

  /** The program's handle. */
  public long handle() {
    return handle;
  }

  /** The number of members, the dead included. */
  public int size() {
    return members.length;
  }

  /** This process's original rank. */
  public int rank() {
    return rank;
  }

  /** The members by original rank, as ranks in the world. Not to be changed. */
  public int[] members() {
    return members;
  }

  /**
   * The process of a rank in the handle's own group, as a rank in the world; {@code UNDEFINED} for
   * a number that is no rank.
   */
  public int present(int rankInHandle) {
    boolean isRank = rankInHandle >= 0 && rankInHandle < present.length;
    return isRank ? present[rankInHandle] : MpiConstants.UNDEFINED;
  }

  /** The process of a message's partner, given by original rank, as a rank in the world. */
  public int partnerInWorld(int original) {
    boolean isRank = original >= 0 && original < partners.length;
    return isRank ? partners[original] : MpiConstants.UNDEFINED;
  }

  /** The members of the remote group, likewise; the members themselves if there is none. */
  public int[] partners() {
    return partners;
  }

  public boolean isInter() {
    return partners != members;
  }

  // ------------------------------------------------------------------ collective operations

  @Override
  public CollectiveCall call(Collective operation) {
    return substitute.call(operation);
  }

  @Override
  public void run(CollectiveCall call) throws Exception {
    try {
      if (!call.operation().isBetweenNeighbors()) {
        substitute.run(call);
      } else if (topology != null) {
        topology.exchange(context, substitute, call);
      } else {
        context.pmpi().collective(handle, call); // which says that there is no topology
      }
    } finally {
      call.clear();
    }
  }

  /** Starts a collective; one between neighbors is complete when this returns. */
  @Override
  public long start(CollectiveCall call) throws Exception {
    try {
      if (!call.operation().isBetweenNeighbors()) {
        return substitute.start(call);
      }
      if (topology == null) {
        return context.pmpi().startCollective(handle, call);
      }
      run(call);
      return context.binding().requestEmpty();
    } finally {
      call.clear();
    }
  }

  // ------------------------------------------------------------------ what it is

  /** The substitute that runs its collectives. */
  public Substitute substitute() {
    return substitute;
  }

  /** Whether the handle's own group holds all members, so that MPI's own answers are right. */
  public boolean isWhole() {
    return translation.isComplete();
  }

  /**
   * The rank of a message's partner in the handle's own group: {@code UNDEFINED} if it is dead. A
   * number that is no rank stays as it is.
   */
  public int partner(int original) {
    if (!context.failedProcesses().any() || original < 0 || original >= partners.length) {
      return translation.toSubstitute(original);
    }
    return context.failedProcesses().isDead(partners[original])
        ? MpiConstants.UNDEFINED
        : translation.toSubstitute(original);
  }

  /**
   * The dead partners that may have left messages, by original rank; not those that were dead when
   * the communicator was made.
   */
  public int[] deadPartners() {
    return IntStream.range(0, partners.length)
        .filter(each -> context.failedProcesses().isDead(partners[each]))
        .filter(each -> translation.toSubstitute(each) != MpiConstants.UNDEFINED)
        .toArray();
  }

  /** A partner's rank in the handle's own group, also if dead; {@code UNDEFINED} for a hole. */
  public int lastRank(int original) {
    return translation.toSubstitute(original);
  }

  /** Puts the original rank of a message's sender into its status. */
  public void translateSource(long[] status) {
    if (!translation.isComplete()) {
      status[0] = translation.toOriginal((int) status[0]);
    }
  }

  /** Learns from MPI which members are dead. */
  public void discoverDeaths() {
    for (int failed : context.ulfm().failedRanks(handle)) {
      context.failedProcesses().note(present[failed]);
    }
  }

  /**
   * Acknowledges the deaths that MPI knows of, so that receives from any source continue, and
   * records them: they may be more than have been noticed here, and MPI will not report them again.
   */
  public void acknowledgeDeaths() {
    context.ulfm().acknowledge(handle);
    discoverDeaths();
  }

  /**
   * As {@link #discoverDeaths}, but at most every 10 ms, for calls that programs repeat in a loop.
   */
  public void discoverDeathsNowAndThen() {
    long now = context.nanoTime().getAsLong();
    if (now - nextDiscoveryNs >= 0) {
      nextDiscoveryNs = now + DISCOVERY_INTERVAL_NS;
      discoverDeaths();
    }
  }

  /** Whether there were other partners and all of them are dead. */
  public boolean isAlone() {
    int self = isInter() ? 0 : 1;
    return context.failedProcesses().any()
        && partners.length > self
        && Arrays.stream(partners).filter(each -> !context.failedProcesses().isDead(each)).count()
            == self;
  }

  /** The lowest dead rank that {@link #announce} has not been called for, -1 if there is none. */
  public synchronized int unannouncedDeath() {
    if (context.failedProcesses().any()) {
      for (int original = 0; original < partners.length; original++) {
        if (!announced[original] && context.failedProcesses().isDead(partners[original])) {
          return original;
        }
      }
    }
    return -1;
  }

  /**
   * Notes that an empty status has announced a death to the program.
   *
   * @param probing whether a probe did it, so that a receive will follow
   */
  public synchronized void announce(int original, boolean probing) {
    announced[original] = true;
    probed = probing ? original : probed;
  }

  /** Takes back {@link #announce}: the program could not be told of the death after all. */
  public synchronized void retract(int original) {
    announced[original] = false;
  }

  /** Whether a receive from a dead rank follows the probe that told of it; true only once. */
  public synchronized boolean takeProbed(int original) {
    boolean isProbed = probed == original && original >= 0;
    probed = isProbed ? -1 : probed;
    return isProbed;
  }

  /** What happens when an operation on it needs a dead rank. */
  public CommunicatorPolicies policies() {
    return policies;
  }

  /** The error handler that the program believes to be set. */
  public ErrorHandler errorHandler() {
    return errorHandler;
  }

  /** Its topology, null if it has none. */
  public @Nullable Topology topology() {
    return topology;
  }

  /** Gives it a topology, right after it has been made. */
  public void setTopology(@Nullable Topology given) {
    topology = given;
  }

  public synchronized void attributeSet(int keyval) {
    keyvals.add(keyval);
  }

  public synchronized void attributeDeleted(int keyval) {
    keyvals.remove(keyval);
  }

  /** Notes that it is a copy of the world, so that it shows the world's predefined attributes. */
  public void predefinedAttributesCopied() {
    copiesPredefinedAttributes = true;
  }

  public boolean hasCopiedPredefinedAttributes() {
    return copiesPredefinedAttributes;
  }

  /** The keys of the attributes that the program has attached. */
  public synchronized int[] keyvals() {
    return keyvals.stream().mapToInt(Integer::intValue).toArray();
  }

  /** How messages name it. */
  public String name() throws Exception {
    return CommunicatorName.of(
        context, handle, isInter() ? World.concatenated(members, partners) : members);
  }
}
