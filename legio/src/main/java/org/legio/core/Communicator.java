package org.legio.core;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.legio.ulfm.MpiConstants;

/**
 * An alias: a communicator as the program knows it. Its handle, size and ranks never change.
 *
 * <p>Point-to-point messages run on the alias itself, collectives on its {@link Substitute}. An
 * alias that was made after a death has holes: original ranks which its handle's own group lacks.
 */
public final class Communicator {
  private static final long DISCOVERY_INTERVAL_NS = 10_000_000;

  private final Context context;
  private final long handle;
  private final int[] members;
  private final int rank;
  private final Numbering carrier;
  private final Substitute substitute;
  private final boolean[] announced;
  private final Set<Integer> keyvals = new TreeSet<>();
  private int probed = -1;
  private volatile long nextDiscoveryNs = System.nanoTime();
  private final ErrorHandler errorHandler;

  /**
   * Takes over a communicator from the program.
   *
   * @param members its members by original rank, as ranks in the world
   * @param present those of them that its handle's own group holds, in order
   * @param substitute what carries its collectives
   * @param errorHandler the error handler that the program believes to be set
   */
  Communicator(
      Context context,
      long handle,
      int[] members,
      int[] present,
      Substitute substitute,
      ErrorHandler errorHandler) {
    this.context = context;
    this.handle = handle;
    this.members = members;
    this.rank = context.world().ownRankIn(members);
    this.carrier = Numbering.of(members, present);
    this.substitute = substitute;
    this.errorHandler = errorHandler;
    this.announced = new boolean[members.length];
    for (int hole : carrier.missing()) {
      announced[hole] = true;
    }
  }

  /** Its handle, as the program knows it. */
  public long handle() {
    return handle;
  }

  /** How many original ranks it has. */
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

  /** What carries its collectives. */
  public Substitute substitute() {
    return substitute;
  }

  /** Whether the handle's own group holds all members, so that MPI's own answers are right. */
  boolean isWhole() {
    return carrier.isComplete();
  }

  /**
   * Under which rank a partner of a message is to be reached: {@code UNDEFINED} if it is dead; what
   * is no rank stays as it is.
   */
  public int partner(int original) {
    if (!context.deaths().any() || original < 0 || original >= members.length) {
      return original;
    }
    return context.deaths().isDead(members[original])
        ? MpiConstants.UNDEFINED
        : carrier.toCarrier(original);
  }

  /** Puts the original rank of a message's sender into its status. */
  void translateSource(long[] status) {
    if (!carrier.isComplete()) {
      status[0] = carrier.toOriginal((int) status[0]);
    }
  }

  /** Learns from MPI which members are dead. */
  void discoverDeaths() {
    for (int failed : context.ulfm().failedRanks(handle)) {
      context.deaths().note(members[carrier.toOriginal(failed)]);
    }
  }

  /** Likewise, but at most every 10 ms: for calls that are made again and again. */
  public void discoverDeathsNowAndThen() {
    long now = System.nanoTime();
    if (now - nextDiscoveryNs >= 0) {
      nextDiscoveryNs = now + DISCOVERY_INTERVAL_NS;
      discoverDeaths();
    }
  }

  /** Whether there were other members and all of them are dead. */
  boolean isAlone() {
    return context.deaths().any()
        && members.length > 1
        && Arrays.stream(members).filter(m -> !context.deaths().isDead(m)).count() == 1;
  }

  /** The lowest dead rank that {@link #announce} has not been called for, -1 if there is none. */
  synchronized int unannouncedDeath() {
    if (context.deaths().any()) {
      for (int original = 0; original < members.length; original++) {
        if (!announced[original] && context.deaths().isDead(members[original])) {
          return original;
        }
      }
    }
    return -1;
  }

  /**
   * The program has been told of a death by an empty status.
   *
   * @param probing whether by a probe, so that a receive will follow
   */
  synchronized void announce(int original, boolean probing) {
    announced[original] = true;
    probed = probing ? original : probed;
  }

  /** The program could not be told of a death after all. */
  synchronized void retract(int original) {
    announced[original] = false;
  }

  /** Whether a receive from a dead rank follows the probe that told of it; true only once. */
  synchronized boolean isProbed(int original) {
    boolean isProbed = probed == original && original >= 0;
    probed = isProbed ? -1 : probed;
    return isProbed;
  }

  ErrorHandler errorHandler() {
    return errorHandler;
  }

  synchronized void attributeSet(int keyval) {
    keyvals.add(keyval);
  }

  synchronized void attributeDeleted(int keyval) {
    keyvals.remove(keyval);
  }

  /** The keys of the attributes that the program has attached. */
  synchronized int[] keyvals() {
    return keyvals.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Its name, as MPI knows it. */
  String name() throws Exception {
    return context.pmpi().getName(handle);
  }
}
